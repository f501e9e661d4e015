import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Sound } from '../../../../lib/capture/media/sound.ts';
import { readVoice } from '../../../../lib/capture/programs/media-worker/voices.ts';

const blockMs = 10;
const length = 480;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  // Whoever waits for the beat, which all share, goes on. Not until no timer is left: those of others may go on for ever.
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
});

/** A block of a track, all of whose samples are its number. */
const aBlock = (number: number): AudioData =>
  ({
    timestamp: number * blockMs * 1000,
    duration: blockMs * 1000,
    numberOfFrames: length,
    numberOfChannels: 1,
    sampleRate: 48_000,
    copyTo: (target: Float32Array) => void target.fill(number),
    close: () => undefined,
  }) as unknown as AudioData;

/** Reads blocks that come one after the other, each as late as `late` says; answers what was given, and when. */
const read = async (count: number, late: (number: number) => number) => {
  const start_ms = performance.now();
  const { readable, writable } = new TransformStream<AudioData, AudioData>(undefined, { highWaterMark: count });
  const writer = writable.getWriter();
  const given: { number: number; off_ms: number; read_ms: number }[] = [];
  readVoice(
    1,
    readable,
    ({ samples, at_ms }: Sound) => {
      const number = samples[length - 1] ?? Number.NaN;
      given.push({ number, off_ms: at_ms - start_ms - number * blockMs, read_ms: performance.now() });
    },
    () => undefined,
  );
  for (let written = 0; given.length < count; ) {
    await vi.advanceTimersByTimeAsync(blockMs);
    const passed_ms = performance.now() - start_ms;
    for (; written < count && (written + 1) * blockMs + late(written) <= passed_ms; written += 1)
      void writer.write(aBlock(written));
  }
  return given;
};

describe('the blocks of a voice', () => {
  it('are all given, in order, several at a time', async () => {
    const given = await read(2_000, () => 0);
    expect(given.map(({ number }) => number)).toEqual(Array.from({ length: 2_000 }, (_, number) => number));
    expect(new Set(given.map(({ read_ms }) => read_ms)).size).toBeLessThan(700);
  });

  it('keep the moments at which they were captured, though they are read later', async () => {
    const offs = (await read(1_500, () => 0)).map(({ off_ms }) => off_ms);
    expect(Math.max(...offs) - Math.min(...offs)).toBeLessThan(1);
  });

  it('find their moments when a machine that was busy at first has time', async () => {
    const offs = (await read(3_000, (number) => (number < 300 ? 200 : 0))).map(({ off_ms }) => off_ms);
    const usual = (await read(300, () => 0)).map(({ off_ms }) => off_ms);
    expect(offs.at(-1)).toBeCloseTo(usual.at(-1) ?? Number.NaN, 0);
  });
});
