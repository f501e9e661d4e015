import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../../../lib/capture/media/encoding/limiter.ts';

const rate = 48_000;
const allowed = 10 ** (-1 / 20);

/** The loudest of a sound, eight times oversampled by a long windowed sinc: a finer measure than the limiter's own. */
const truePeak = (samples: Float32Array): number => {
  const reach = 32;
  const between = Array.from({ length: 7 }, (_, step) =>
    Float64Array.from({ length: 2 * reach }, (_, tap) => {
      const at = Math.PI * (tap - reach + 1 - (step + 1) / 8);
      return (Math.sin(at) / at) * (0.5 + 0.5 * Math.cos(at / reach));
    }),
  );
  let peak = 0;
  for (let index = 0; index < samples.length; index += 1) {
    peak = Math.max(peak, Math.abs(samples[index] ?? 0));
    for (const row of between) {
      let value = 0;
      for (let tap = 0; tap < row.length; tap += 1) value += (row[tap] ?? 0) * (samples[index + tap - reach + 1] ?? 0);
      peak = Math.max(peak, Math.abs(value));
    }
  }
  return peak;
};

const sound = (seconds: number, at: (index: number) => number): Float32Array =>
  Float32Array.from({ length: seconds * rate }, (_, index) => at(index));
const sine =
  (hertz: number, loudness: number, phase = 0) =>
  (index: number) =>
    loudness * Math.sin((2 * Math.PI * hertz * index) / rate + phase);

/** What comes out, taken in blocks of many lengths. */
const limited = (samples: Float32Array): Float32Array => {
  const limiter = createLimiter(rate);
  const out: number[] = [];
  for (let from = 0, length = 1; from < samples.length; from += length, length = (length * 7) % 997) {
    out.push(...limiter.take(samples.slice(from, from + length)));
  }
  return Float32Array.from([...out, ...limiter.finish()]);
};

/** Syllables of a voice that shouts: bursts of a few harmonics. */
const shouting = (index: number): number => {
  const syllable = Math.sin((2 * Math.PI * 4 * index) / rate) > 0 ? 1 : 0.02;
  return syllable * [180, 360, 900, 2700, 5400].reduce((sum, hertz) => sum + sine(hertz, 0.6, hertz)(index), 0);
};

describe('the limiter', () => {
  it.each([
    ['several who shout at the same time', shouting],
    // Its samples are 3 dB below its peak, which lies between them.
    ['what is loud only between samples', sine(rate / 4, 1.2, Math.PI / 4)],
    ['a click', (index: number) => (index === 1_440 ? 4 : 0)],
    ['a square wave', (index: number) => (index % 100 < 50 ? 1 : -1)],
  ])('keeps %s at -1 dB true peak', (_, at) => {
    const loud = sound(0.06, at);
    expect(truePeak(loud)).toBeGreaterThan(1);
    const out = limited(loud);
    expect(out).toHaveLength(loud.length);
    expect(truePeak(out)).toBeLessThanOrEqual(allowed);
    expect(truePeak(out)).toBeGreaterThan(allowed * 0.85);
  });

  it('leaves what is not too loud as it is, and where it is', () => {
    const speech = sound(0.1, sine(440, 0.85));
    expect(limited(speech)).toEqual(speech);
    const short = sound(0.0005, sine(440, 0.3));
    expect(limited(short)).toEqual(short);
  });

  it('makes the same of a sound in whatever blocks it comes', () => {
    // Too loud for a moment, and again when nothing is left of that.
    const speech = sound(2, (index) => sine(310, index % 76_003 < 400 ? 2 : 0.2)(index));
    const oneByOne = createLimiter(rate);
    const out = [...speech].flatMap((sample) => [...oneByOne.take(Float32Array.of(sample))]);
    expect(limited(speech)).toEqual(Float32Array.from([...out, ...oneByOne.finish()]));
  });

  it('lets go of what was too loud within half a second', () => {
    const out = limited(sound(1, (index) => sine(440, index < rate / 10 ? 3 : 0.5)(index)));
    expect(Math.max(...out.slice(rate * 0.11, rate * 0.15))).toBeLessThan(0.4);
    expect(Math.max(...out.slice(rate * 0.6))).toBeCloseTo(0.5, 2);
  });
});
