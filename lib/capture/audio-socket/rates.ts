/** Sound at the rate of the meeting, 48 kHz, and at those that clients ask for, which divide it. Pure. */
import { meetingRate } from '../media/sound.ts';

const zeroCrossings = 16;
/** The share of the lower rate's band that passes; the rest is for the slope of the filter. */
const passed = 0.9;

/** Blackman's window over a sinc. */
const lowPass = (factor: number): Float64Array => {
  const half = zeroCrossings * factor;
  const taps = Float64Array.from({ length: 2 * half + 1 }, (_, tap) => {
    const x = ((tap - half) * passed) / factor;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    const turn = (Math.PI * tap) / half;
    return sinc * (0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn));
  });
  const sum = taps.reduce((total, weight) => total + weight, 0);
  return taps.map((weight) => weight / sum);
};

const clipped = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample)));

/** Changes the rate of a stream that comes in parts of any length. */
export type ChangeRate = (samples: Int16Array) => Int16Array<ArrayBuffer>;

/** From 48 kHz down to a rate. */
export const createDecimator = (rate: number): ChangeRate => {
  const factor = meetingRate / rate;
  const weights = lowPass(factor);
  let held = new Int16Array(weights.length - 1);
  return (samples) => {
    const input = new Int16Array(held.length + samples.length);
    input.set(held);
    input.set(samples, held.length);
    const count = Math.max(0, Math.floor((input.length - weights.length) / factor) + 1);
    const output = Int16Array.from({ length: count }, (_, at) => {
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap += 1) {
        sum += (weights[tap] as number) * (input[at * factor + tap] as number);
      }
      return clipped(sum);
    });
    held = input.slice(count * factor);
    return output;
  };
};

/** From a rate up to 48 kHz. */
export const createInterpolator = (rate: number): ChangeRate => {
  const factor = meetingRate / rate;
  const weights = lowPass(factor);
  const reach = Math.ceil(weights.length / factor);
  let held = new Int16Array(reach);
  return (samples) => {
    const input = new Int16Array(held.length + samples.length);
    input.set(held);
    input.set(samples, held.length);
    const output = new Int16Array(samples.length * factor);
    for (let at = 0; at < output.length; at += 1) {
      const newest = reach + Math.floor(at / factor);
      let sum = 0;
      for (let tap = at % factor, back = 0; tap < weights.length; tap += factor, back += 1) {
        sum += (weights[tap] as number) * (input[newest - back] as number);
      }
      output[at] = clipped(sum * factor);
    }
    held = input.slice(input.length - reach);
    return output;
  };
};

export const bytesOf = (samples: Int16Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
