/** Evens out sound that arrives irregularly. Pure. */
import { isWithin } from '../../media/listening/loudness.ts';
import { createPauseLevel } from './pause-level.ts';
import { blockSamples, type Samples } from './sound.ts';

export interface JitterBuffer {
  push(samples: Samples): void;
  /** Adds the next samples to `into`, as far as there are any. Answers whether there were. */
  mixInto(into: Samples): boolean;
}

export interface JitterBufferOptions {
  /** So much is held back before anything is given, so that a late block is no gap. */
  readonly ready_samples?: number;
  /** Sound that is further behind is skipped, so that delay does not grow further. */
  readonly most_samples?: number;
  /** So much is never too much: sound that is meant to come ahead of its time. As much as is held back where absent. */
  readonly ahead_samples?: number;
}

/**
 * Room for sound that goes through the main threads of pages: these stand still for a moment again and again, and words are
 * heard late rather than never.
 */
export const mostThroughPages = 150 * blockSamples;

const watchedPulls = 25;
/** A pause is shortened to no less, for there are pauses between words. */
const pauseSamples = 20 * blockSamples;

/**
 * Sound gathers while a machine is busy. As much of it as was not needed for a quarter of a second is left out where nobody
 * speaks: else all that follows would be late by it for good.
 */
export const createJitterBuffer = ({
  ready_samples = 2 * blockSamples,
  most_samples = 8 * blockSamples,
  ahead_samples = ready_samples,
}: JitterBufferOptions = {}): JitterBuffer => {
  const blocks: Samples[] = [];
  let length = 0;
  let flowing = false;
  /** The least that was left over lately, and how much of it is too much. */
  let least = Number.POSITIVE_INFINITY;
  let pulls = 0;
  let surplus = 0;
  const pauseLevel = createPauseLevel();
  let quiet_samples = 0;

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

  const shed = (): void => {
    if (quiet_samples < pauseSamples) return;
    for (let [first] = blocks; first && first.length <= surplus && isWithin(first, pauseLevel.most); [first] = blocks) {
      surplus -= first.length;
      drop(first.length);
    }
  };

  const watch = (): void => {
    least = Math.min(least, length);
    pulls += 1;
    if (pulls < watchedPulls) return;
    surplus = Math.max(0, least - ahead_samples);
    least = Number.POSITIVE_INFINITY;
    pulls = 0;
  };

  return {
    push(samples) {
      blocks.push(samples);
      length += samples.length;
      if (length > most_samples) drop(length - most_samples);
    },
    mixInto(into) {
      if (!flowing && length < ready_samples) return false;
      shed();
      flowing = length >= into.length;
      if (length === 0) return false;
      let at = 0;
      let peak = 0;
      for (const block of blocks) {
        if (at === into.length) break;
        const part = block.subarray(0, into.length - at);
        for (const sample of part) {
          into[at] = (into[at] ?? 0) + sample;
          at += 1;
          peak = Math.max(peak, Math.abs(sample));
        }
      }
      pauseLevel.hear(peak);
      quiet_samples = peak <= pauseLevel.most ? quiet_samples + at : 0;
      drop(Math.min(length, into.length));
      watch();
      return true;
    },
  };
};
