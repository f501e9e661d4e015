/** Changes the sample rate of a stream, without aliases. Pure. */
import { convolve } from './convolve.ts';
import { isWithin } from './loudness.ts';

// Zero crossings of the sinc on either side: -80 dB from 0.6 of the way between pass band and the new Nyquist frequency.
const zeroCrossings = 24;
// The share of the lower Nyquist frequency that passes; the rest is for the filter's slope.
const passed = 0.9;
const beta = 8;

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other);

/** The modified Bessel function of the first kind, order zero, which Kaiser's window is made of. */
const bessel = (x: number): number => {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-9; k += 1) {
    term *= (x / 2 / k) ** 2;
    sum += term;
  }
  return sum;
};

/** For each phase of the output, the weights of the input samples around it. */
const filters = (phases: number, cutoff: number, half: number): Float32Array[] =>
  Array.from({ length: phases }, (_, phase) => {
    const weights = Float32Array.from({ length: 2 * half }, (_, tap) => {
      const x = tap - half + 1 - phase / phases;
      const angle = Math.PI * x * cutoff;
      const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
      return sinc * bessel(beta * Math.sqrt(Math.max(0, 1 - (x / half) ** 2)));
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return weights.map((weight) => weight / sum);
  });

export interface Resampler {
  readonly from: number;
  /** By how much the output is late. */
  readonly delay_ms: number;
  /** Takes the samples that follow those before; answers what they complete. */
  take(samples: Float32Array): Float32Array<ArrayBuffer>;
}

/** Both rates in Hz. The filter passes 90 % of what the lower of them can hold, with a delay of `delay_ms`. */
export const createResampler = (from: number, to: number): Resampler => {
  const divisor = greatestCommonDivisor(from, to);
  const phases = to / divisor;
  const step = from / divisor;
  const cutoff = Math.min(1, to / from) * passed;
  const half = Math.ceil(zeroCrossings / cutoff);
  const bank = filters(phases, cutoff, half);
  let kept = new Float32Array(2 * half - 1);
  // Where the next output lies, in input samples and phases from the start of what is kept.
  let at = 0;
  let phase = 0;

  // How many of the last samples were zero: those who are muted send nothing else, and cost nothing then.
  let zeros = kept.length;

  /** How many outputs the input completes. */
  const completed = (length: number): number =>
    Math.max(0, Math.ceil(((length - 2 * half - at + 1) * phases - phase) / step));

  const moveOn = (count: number): void => {
    at += Math.floor((phase + count * step) / phases);
    phase = (phase + count * step) % phases;
  };

  const filtered = (input: Float32Array, count: number): Float32Array<ArrayBuffer> => {
    // Only where every output has the same weights can they be weighed in one go.
    if (phases === 1) return convolve(input.subarray(at), bank[0] as Float32Array, step, count);
    const output = new Float32Array(count);
    for (let given = 0; given < count; given += 1) {
      const place = at + Math.floor((phase + given * step) / phases);
      const weights = bank[(phase + given * step) % phases] as Float32Array;
      let sum = 0;
      // The index is always in range, so nothing is checked.
      for (let tap = 0; tap < weights.length; tap += 1)
        sum += (weights[tap] as number) * (input[place + tap] as number);
      output[given] = sum;
    }
    return output;
  };

  return {
    from,
    delay_ms: (half / from) * 1000,
    take(samples) {
      const input = new Float32Array(kept.length + samples.length);
      input.set(kept);
      input.set(samples, kept.length);
      zeros = isWithin(samples, 0) ? zeros + samples.length : 0;
      const count = completed(input.length);
      const output = zeros >= input.length ? new Float32Array(count) : filtered(input, count);
      moveOn(count);
      kept = input.slice(at);
      at = 0;
      return output;
    },
  };
};
