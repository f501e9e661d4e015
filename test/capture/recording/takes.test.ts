import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTakes } from '../../../lib/capture/recording/takes.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';

const megabyte = 1024 * 1024;

/** The takes of a session whose store can be away. */
const aSession = () => {
  const memory = aMemoryStore();
  const log: string[] = [];
  let isAway = false;
  const put: typeof memory.put = async (...object) => {
    if (isAway) throw new Error('no space left on device');
    await memory.put(...object);
  };
  const takes = createTakes({ ...memory, put }, 1, (message) => void log.push(message));
  return {
    log,
    takes,
    setAway(wanted: boolean) {
      isAway = wanted;
    },
    /** Records a take that ends: segments of a megabyte. */
    record(segments: number) {
      const { sink } = takes.begin();
      sink.begin({ start_timestamp_ms: 0 }, new Uint8Array(1));
      for (let index = 0; index < segments; index += 1) sink.write({ index, media: new Uint8Array(megabyte) });
      void takes.end({ source: { stop: async () => undefined }, sink });
    },
    stored: (take: string) =>
      [...memory.objects.keys()].filter((name) => name.startsWith(`segments/${take}/`) && name.endsWith('.m4s')).length,
    /** How many seconds the end of the session took. */
    async end() {
      const began_ms = Date.now();
      const ended = takes.stored().then(() => (Date.now() - began_ms) / 1000);
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      return ended;
    },
  };
};

describe('the takes of a session', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('have names that tell their attempt and their order', () => {
    const { takes } = aSession();
    expect([takes.begin().name, takes.begin().name]).toEqual(['001-001', '001-002']);
  });

  it('wait for a store that is away for as long as the session goes on', async () => {
    const session = aSession();
    session.setAway(true);
    session.record(3);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    session.setAway(false);
    expect(await session.end()).toBeLessThan(10);
    expect(session.stored('001-001')).toBe(3);
  });

  it('wait for more than two minutes beyond the end of the session, and no longer', async () => {
    const session = aSession();
    session.setAway(true);
    session.record(3);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    const seconds = await session.end();
    expect(seconds).toBeGreaterThan(120);
    expect(seconds).toBeLessThan(150);
    expect(await session.end()).toBe(0);
    expect(session.log).toContain('part of the take could not be stored');
  });

  it('share the memory that there is for what waits', async () => {
    const session = aSession();
    session.setAway(true);
    session.record(100);
    session.record(100);
    expect(session.log).toContain(
      'there is no memory left for what cannot be stored: the newest of the recording is dropped',
    );
    session.setAway(false);
    await session.end();
    expect([session.stored('001-001'), session.stored('001-002')]).toEqual([100, 27]);
  });
});
