import { expect, it } from 'vitest';
import { createTranscribedTime } from '../../../../lib/capture/session/speech/transcribed-time.ts';

/** A second of sound at 1,000 samples a second, each sample the millisecond that it was heard in. */
const sound = (start_timestamp_ms: number) => ({
  start_timestamp_ms,
  duration_ms: 1000,
  sample_rate: 1000,
  pcm: new Uint8Array(Uint16Array.from({ length: 1000 }, (_, i) => start_timestamp_ms + i).buffer),
});
const spans = (parts: ReturnType<ReturnType<typeof createTranscribedTime>['partsOf']>) =>
  parts.map(({ start_timestamp_ms, duration_ms, pcm }) => {
    const samples = new Uint16Array(Uint8Array.from(pcm).buffer);
    return [start_timestamp_ms, duration_ms, samples[0], samples.at(-1)];
  });

it('keeps what was said while it was wanted, and of what reaches out of that time only the part within', () => {
  const stretches = createTranscribedTime();
  expect(spans(stretches.partsOf(sound(0)))).toEqual([]);
  stretches.note(false, 500);
  stretches.note(true, 1500);
  stretches.note(true, 1750);
  expect(spans(stretches.partsOf(sound(2000)))).toEqual([[2000, 1000, 2000, 2999]]);
  expect(spans(stretches.partsOf(sound(1000)))).toEqual([[1500, 500, 1500, 1999]]);
  expect(spans(stretches.partsOf(sound(400)))).toEqual([]);
  stretches.note(false, 3000);
  expect(spans(stretches.partsOf(sound(2600)))).toEqual([[2600, 400, 2600, 2999]]);
  expect(spans(stretches.partsOf(sound(3000)))).toEqual([]);
  stretches.note(true, 3200);
  expect(spans(stretches.partsOf(sound(2500)))).toEqual([
    [2500, 500, 2500, 2999],
    [3200, 300, 3200, 3499],
  ]);
});

it('leaves out scraps', () => {
  const stretches = createTranscribedTime();
  stretches.note(true, 950);
  expect(stretches.partsOf(sound(0))).toEqual([]);
});

it('tells of a moment or a time whether all of it was wanted', () => {
  const stretches = createTranscribedTime();
  expect(stretches.isOpen).toBe(false);
  expect(stretches.hold(0, 0)).toBe(false);
  stretches.note(true, 1000);
  expect(stretches.isOpen).toBe(true);
  expect(stretches.hold(999, 2000)).toBe(false);
  expect(stretches.hold(1000, 9000)).toBe(true);
  stretches.note(false, 3000);
  stretches.note(true, 4000);
  expect(stretches.hold(1000, 3000)).toBe(true);
  expect(stretches.hold(1000, 3001)).toBe(false);
  expect(stretches.hold(2000, 5000)).toBe(false);
});
