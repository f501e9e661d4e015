/** Evens out sound that arrives irregularly. Pure. */
import { blockSamples, type Samples } from './sound.ts';

export interface JitterBuffer {
  push(samples: Samples): void;
  /** Adds the next samples to `into`, as far as there are any. Answers whether there were. */
  mixInto(into: Samples): boolean;
}

/**
 * Holds back `ready_samples` before it gives anything, so that a late block is no gap; what is more than `most_samples`
 * behind is skipped, so that delay does not grow.
 */
export const createJitterBuffer = (ready_samples = 2 * blockSamples, most_samples = 8 * blockSamples): JitterBuffer => {
  const blocks: Samples[] = [];
  let length = 0;
  let flowing = false;

  const drop = (count: number): void => {
    length -= count;
    for (let left = count; left > 0; ) {
      const first = blocks[0];
      if (!first) return;
      if (first.length <= left) blocks.shift();
      else blocks[0] = first.subarray(left);
      left -= first.length;
    }
  };

  return {
    push(samples) {
      blocks.push(samples);
      length += samples.length;
      if (length > most_samples) drop(length - ready_samples);
    },
    mixInto(into) {
      if (!flowing && length < ready_samples) return false;
      flowing = length >= into.length;
      if (length === 0) return false;
      let at = 0;
      for (const block of blocks) {
        for (let i = 0; i < block.length && at < into.length; i += 1, at += 1) {
          into[at] = (into[at] ?? 0) + (block[i] ?? 0);
        }
      }
      drop(Math.min(length, into.length));
      return true;
    },
  };
};
