/** How much a sound repeats itself at the pitch of a voice. Pure. */
import { convolve } from './convolve.ts';

const [lowest_hz, highest_hz] = [70, 400];

/**
 * Between 0, noise, and 1, a tone or a vowel: the greatest normalised autocorrelation among the lags of human voices,
 * of every second sample, which is enough for them.
 */
export const periodicity = (samples: Float32Array, sample_rate: number): number => {
  const rate = sample_rate / 2;
  const length = samples.length >> 1;
  const first = Math.floor(rate / highest_hz);
  const lags = Math.floor(rate / lowest_hz) - first + 1;
  // Silence follows, for the lags to reach into.
  const sound = new Float32Array(length + first + lags);
  const half = sound.subarray(0, length);
  let mean = 0;
  for (let index = 0; index < length; index += 1) {
    const value = ((samples[2 * index] as number) + (samples[2 * index + 1] as number)) / 2;
    half[index] = value;
    mean += value / length;
  }
  for (let index = 0; index < length; index += 1) half[index] = (half[index] as number) - mean;
  // Energies of what lies before each sample, so that every lag needs one multiplication a sample.
  const energy = new Float64Array(length + 1);
  for (let index = 0; index < length; index += 1) {
    energy[index + 1] = (energy[index] as number) + (half[index] as number) ** 2;
  }
  const products = convolve(sound.subarray(first), half, 1, lags);
  let best = 0;
  for (let index = 0; index < lags; index += 1) {
    const lag = first + index;
    const before = energy[length - lag] as number;
    const after = (energy[length] as number) - (energy[lag] as number);
    best = Math.max(best, (products[index] as number) / (Math.sqrt(before * after) + 1e-12));
  }
  return best;
};
