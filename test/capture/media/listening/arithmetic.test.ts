import { describe, expect, it } from 'vitest';
import { convolve } from '../../../../lib/capture/media/listening/convolve.ts';
import { createEar } from '../../../../lib/capture/media/listening/ear.ts';
import { createSpectrum } from '../../../../lib/capture/media/listening/spectrum.ts';
import { dice, sentence } from '../../../lab/builders/sounds.ts';

const random = (length: number, seed: number): Float32Array => {
  const roll = dice(seed);
  return Float32Array.from({ length }, () => roll() - 0.5);
};

describe('sound weighed with a filter', () => {
  it.each([
    [480, 160, 3],
    [4_800, 160, 3],
    [300, 7, 1],
    [40_000, 33, 2],
  ])('is what sums of products make of it: %d samples, %d weights, every %d', (length, taps, step) => {
    const [samples, weights] = [random(length, 1), random(taps, 2)];
    const count = Math.floor((length - taps) / step) + 1;
    const expected = Array.from({ length: count }, (_, out) =>
      weights.reduce((sum, weight, tap) => sum + weight * (samples[out * step + tap] ?? 0), 0),
    );
    const off = convolve(samples, weights, step, count).map((sample, at) => Math.abs(sample - (expected[at] ?? 0)));
    expect(off).toHaveLength(count);
    expect(Math.max(...off)).toBeLessThan(1e-5);
  });
});

describe('the spectrum', () => {
  const size = 512;
  const spectrum = createSpectrum(size);

  it.each([2, 20, 173, 254])('has a tone of %d periods there and to either side, as its window wants', (periods) => {
    const tone = Float32Array.from({ length: size }, (_, at) => Math.cos((2 * Math.PI * periods * at) / size));
    const powers = [...spectrum(tone)];
    expect(powers[periods]).toBeCloseTo(size / 16, 3);
    expect(powers[periods - 1]).toBeCloseTo(size / 64, 3);
    expect(powers.filter((power) => power > 1e-6).length).toBeLessThanOrEqual(3);
  });

  it('holds all the energy of a sound', () => {
    const noise = random(size, 3);
    const [none = 0, ...powers] = spectrum(noise);
    const windowed = noise.map((sample, at) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)));
    const alternating = windowed.reduce((sum, sample, at) => sum + (at % 2 === 0 ? sample : -sample), 0) ** 2 / size;
    const energy = windowed.reduce((sum, sample) => sum + sample * sample, 0);
    expect(none + 2 * powers.reduce((sum, power) => sum + power, 0) + alternating).toBeCloseTo(energy, 4);
  });
});

describe('the steps of 16 bits that are left of silence', () => {
  it('are heard as nothing, and who speaks after them is heard as after silence', () => {
    const roll = dice(4);
    const { samples } = sentence('maya-01');
    const spokenAfter = (rest: () => number) => {
      const ear = createEar();
      const quiet = Float32Array.from({ length: 3 * 48_000 }, rest);
      const spoken = Float32Array.from({ length: samples.length * 3 }, (_, at) => samples[Math.floor(at / 3)] ?? 0);
      const sound = new Float32Array(quiet.length + spoken.length);
      sound.set(quiet);
      sound.set(spoken, quiet.length);
      return Array.from({ length: Math.floor(sound.length / 480) }, (_, block) =>
        ear.hear(sound.subarray(block * 480, (block + 1) * 480), block * 10),
      ).flatMap(({ changes }) => changes);
    };
    const heard = spokenAfter(() => (Math.floor(roll() * 5) - 2) / 32_768);
    expect(heard[0]?.type).toBe('speech_start');
    expect(heard[0]?.at_ms).toBeGreaterThan(3_000 - 20);
    expect(heard).toEqual(spokenAfter(() => 0));
  });
});
