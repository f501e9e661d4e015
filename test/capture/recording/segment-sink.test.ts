import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionLog } from '../../../lib/capture/meeting/log.ts';
import { makeBox, words } from '../../../lib/capture/recording/mp4/boxes.ts';
import { takesOf } from '../../../lib/capture/recording/segment-names.ts';
import { createSegmentSink, type SinkSurroundings } from '../../../lib/capture/recording/segment-sink.ts';

const start = { start_timestamp_ms: 1_000_000, width: 1280, height: 720 };
const size = 1024 * 1024;

/** A store that refuses at some times, given in seconds. */
const aStore = (refuses: (seconds: number) => boolean, hangs: (seconds: number) => boolean = () => false) => {
  const began_ms = Date.now();
  const stored: string[] = [];
  return {
    stored,
    async put(name: string) {
      const seconds = (Date.now() - began_ms) / 1000;
      if (hangs(seconds)) return new Promise<void>(() => undefined);
      if (refuses(seconds)) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      stored.push(name.replace('segments/001-001/', ''));
    },
  };
};

/** A take with a segment of a megabyte every two seconds. */
const record = async (store: ReturnType<typeof aStore>, seconds: number, surroundings?: SinkSurroundings) => {
  const sink = createSegmentSink(store, '001-001', surroundings);
  sink.begin(start, new Uint8Array(1));
  for (let index = 0; index * 2 < seconds; index += 1) {
    await vi.advanceTimersByTimeAsync(2_000);
    sink.write({ index, media: new Uint8Array(size) });
  }
  return sink;
};
const names = (count: number): string[] => [
  'take.json',
  'init.mp4',
  ...Array.from({ length: count }, (_, index) => `${String(index).padStart(6, '0')}.m4s`),
];
/** What came of the end of the take, and after how many seconds. */
const end = async (sink: ReturnType<typeof createSegmentSink>) => {
  const began_ms = Date.now();
  const drained = sink.drain().then(
    () => ({ error: undefined, seconds: (Date.now() - began_ms) / 1000 }),
    (error: Error) => ({ error: error.message, seconds: (Date.now() - began_ms) / 1000 }),
  );
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  return drained;
};

describe('the segments of a take', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reach a store that refuses for a minute, all of them and in order', async () => {
    const store = aStore((seconds) => seconds > 10 && seconds < 70);
    const { error } = await end(await record(store, 100));
    expect({ error, stored: store.stored }).toEqual({ error: undefined, stored: names(50) });
  });

  it('are said to wait for a store that refuses, and to be stored again: each once', async () => {
    const store = aStore((seconds) => seconds > 10 && seconds < 70);
    const lines: unknown[] = [];
    const log: SessionLog = (message, { name, error } = {}) => lines.push([message, name, String(error)]);
    await end(await record(store, 100, { log }));
    const name = 'segments/001-001/000005.m4s';
    expect(lines).toEqual([
      ['the recording is kept in memory: it cannot be stored', name, 'Error: no space left on device'],
      ['the recording is being stored again', name, 'undefined'],
    ]);
  });

  it('reach a store that is back long after the end of the take', async () => {
    const store = aStore((seconds) => seconds > 10 && seconds < 500);
    const { error } = await end(await record(store, 20));
    expect({ error, stored: store.stored }).toEqual({ error: undefined, stored: names(10) });
  });

  it('reach a store that does not answer for a while', async () => {
    const store = aStore(
      () => false,
      (seconds) => seconds > 10 && seconds < 70,
    );
    const { error } = await end(await record(store, 100));
    expect({ error, stored: store.stored }).toEqual({ error: undefined, stored: names(50) });
  });

  it('cost no more memory than there is for them: the newest are given up, and the take says so', async () => {
    const store = aStore((seconds) => seconds > 10 && seconds < 400);
    const sink = await record(store, 390);
    const { error } = await end(sink);
    expect(error).toMatch(/too slow: .* was dropped/);
    expect(store.stored).toEqual(names(store.stored.length - 2));
    expect(store.stored.length).toBeGreaterThan(128);
    expect(store.stored.length).toBeLessThan(140);
  });

  it('are tried once more when the store is given up, and no longer', async () => {
    const store = aStore((seconds) => seconds > 10);
    const given_up = new AbortController();
    const sink = await record(store, 20, { givenUp: given_up.signal });
    setTimeout(() => given_up.abort(), 60_000);
    expect(await end(sink)).toEqual({ error: 'no space left on device', seconds: 60 });
  });

  const segment = Buffer.concat([
    makeBox('moof', makeBox('mfhd', words([0, 1]))),
    makeBox('mdat', new Uint8Array(size)),
  ]);

  describe('where each object is paid for', () => {
    const recordTogether = async (segments: readonly Uint8Array[], together: number, least_copy_bytes?: number) => {
      const store = aStore(() => false);
      const sink = createSegmentSink({ ...store, least_copy_bytes }, '001-001', { together });
      sink.begin(start, new Uint8Array(1));
      for (const [index, media] of segments.entries()) {
        sink.write({ index, media });
        await vi.advanceTimersByTimeAsync(2_000);
      }
      expect((await end(sink)).error).toBeUndefined();
      return store.stored.slice(2);
    };

    it('are stored several at a time, and at the end what is left', async () => {
      const whole = Array.from({ length: 7 }, () => segment);
      expect(await recordTogether(whole, 3)).toEqual(['000000-000002.m4s', '000003-000005.m4s', '000006.m4s']);
    });

    it('are stored as they came when they cannot be put together', async () => {
      expect(await recordTogether([segment, new Uint8Array(size), segment, segment], 2)).toEqual([
        '000000.m4s',
        '000001.m4s',
        '000002-000003.m4s',
      ]);
    });

    it('are read once each, also where several objects are there once more as one', async () => {
      const whole = Array.from({ length: 10 }, () => segment);
      const stored = await recordTogether(whole, 2, 2 * size);
      expect(stored).toHaveLength(7);
      expect(takesOf(stored.map((name) => `segments/001-001/${name}`))).toEqual([
        {
          take: '001-001',
          segments: ['000000-000003', '000004-000007', '000008-000009'].map((it) => `segments/001-001/${it}.m4s`),
        },
      ]);
    });
  });

  describe('of a store that copies large stretches by itself', () => {
    const merged = ['000000-000003.m4s', '000004-000007.m4s'];
    const recordInto = async (store: ReturnType<typeof aStore>) => {
      const sink = createSegmentSink({ ...store, least_copy_bytes: 2 * size }, '001-001');
      sink.begin(start, new Uint8Array(1));
      for (let index = 0; index < 10; index += 1) {
        await vi.advanceTimersByTimeAsync(2_000);
        sink.write({ index, media: segment });
      }
      return sink;
    };

    it('are stored again as larger ones', async () => {
      const store = aStore(() => false);
      expect((await end(await recordInto(store))).error).toBeUndefined();
      expect(store.stored.toSorted()).toEqual([...names(10), ...merged].toSorted());
    });

    it.each([
      ['refuses', () => Promise.reject(new Error('slow down'))],
      ['does not answer for', () => new Promise<void>(() => undefined)],
    ])('are all there when it %s the larger ones', async (_, answer) => {
      const store = aStore(() => false);
      const put = (name: string) => (name.includes('-0000') ? answer() : store.put(name));
      const { error, seconds } = await end(await recordInto({ ...store, put }));
      expect({ error, stored: store.stored }).toEqual({ error: undefined, stored: names(10) });
      expect(seconds).toBeLessThan(11);
    });
  });
});
