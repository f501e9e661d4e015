/** Keeps sound in step with the clock. Pure: runs in the recording page's worker. */

/** What to do with a block of samples that has just arrived. */
export interface Placement {
  /** Samples of silence to put before it. */
  readonly silence: number;
  /** Samples to leave out at its start. */
  readonly skip: number;
}

/**
 * Encoders number samples one after the other and know nothing of gaps. Given the moment at which each block was
 * captured, this tells how many samples of silence to insert (the machine was too busy to deliver them) or to leave out
 * (they belong to a time already filled), once sound and clock are more than `tolerance` samples apart.
 */
export const createAudioTimeline = (sample_rate: number, tolerance = sample_rate * 0.06) => {
  let position = 0;
  return {
    /** `at_us` counts from the start of the take and may be negative for sound from before it. */
    place(at_us: number, length: number): Placement {
      const due = Math.round((at_us / 1e6) * sample_rate);
      const ahead = position - due;
      const exact = position === 0;
      const silence = ahead < 0 && (exact || -ahead > tolerance) ? -ahead : 0;
      const skip = ahead > 0 && (exact || ahead > tolerance) ? Math.min(ahead, length) : 0;
      position += silence + length - skip;
      return { silence, skip };
    },
    /** Samples by which the sound is behind a moment. */
    missing(until_us: number): number {
      return Math.max(0, Math.round((until_us / 1e6) * sample_rate) - position);
    },
    /** The silence to insert so that the sound reaches a moment; counts it as inserted. */
    fill(until_us: number): number {
      const silence = this.missing(until_us);
      position += silence;
      return silence;
    },
  };
};

/**
 * Maps the timestamps of a stream, whose zero is anyone's guess, to the clock by which they arrive: the fastest arrival
 * of the last seconds is taken as the one that did not wait. Without a window the mapping only ever moves earlier.
 */
export const createClockMapping = (window_ms = Number.POSITIVE_INFINITY) => {
  let current = Number.POSITIVE_INFINITY;
  let upcoming = Number.POSITIVE_INFINITY;
  let turned_ms: number | undefined;
  let last_us = Number.NEGATIVE_INFINITY;
  return (timestamp_us: number, now_ms: number): number => {
    const delay = now_ms - timestamp_us / 1000;
    turned_ms ??= now_ms;
    // Chromium stamps the first block of a mix from another zero than those that follow.
    if (timestamp_us < last_us) current = upcoming = Number.POSITIVE_INFINITY;
    last_us = timestamp_us;
    if (now_ms - turned_ms > window_ms) {
      current = upcoming;
      upcoming = Number.POSITIVE_INFINITY;
      turned_ms = now_ms;
    }
    upcoming = Math.min(upcoming, delay);
    current = Math.min(current, delay);
    return timestamp_us / 1000 + current;
  };
};
