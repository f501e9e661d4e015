/** 16-bit sound at the rates that clients ask for, and as bytes. Pure but for its memory. */
import { createResampler } from '../media/listening/resampler.ts';
import { fromInt16, toInt16 } from '../media/pcm.ts';

/** Changes the rate of a stream that comes in parts of any length. */
export type ChangeRate = (samples: Int16Array) => Int16Array<ArrayBuffer>;

/** Both rates in Hz. */
export const createRateChange = (from: number, to: number): ChangeRate => {
  const resampler = createResampler(from, to);
  return (samples) => toInt16(resampler.take(fromInt16(samples)));
};

export const bytesOf = (samples: Int16Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
