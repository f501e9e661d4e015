/** Keeps sound in step with the clock. Pure. */

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
 * (they belong to a time already filled), once sound and clock are more samples apart than are tolerated.
 */
export const createAudioTimeline = (sample_rate: number) => {
  let position = 0;
  return {
    /** `at_us` counts from the start of the take and may be negative for sound from before it. */
    place(at_us: number, length: number, tolerated: number): Placement {
      const due = Math.round((at_us / 1e6) * sample_rate);
      const ahead = position - due;
      const exact = position === 0;
      const silence = ahead < 0 && (exact || -ahead > tolerated) ? -ahead : 0;
      const skip = ahead > 0 && (exact || ahead > tolerated) ? Math.min(ahead, length) : 0;
      position += silence + length - skip;
      return { silence, skip };
    },
    /** Where the next sample goes, in samples from the start of the take. */
    get position(): number {
      return position;
    },
  };
};
export type AudioTimeline = ReturnType<typeof createAudioTimeline>;

/**
 * Maps the timestamps of a stream, whose zero is anyone's guess, to the clock by which they arrive: the fastest arrival
 * is taken as the one that did not wait. `window_ms`: where the stream's own clock goes faster or slower than ours, how
 * long one arrival stands for those after it; else the mapping only ever moves earlier.
 */
export const createClockMapping = (window_ms = Number.POSITIVE_INFINITY) => {
  let fastest = Number.POSITIVE_INFINITY;
  let before = Number.POSITIVE_INFINITY;
  let since_ms: number | undefined;
  let last_us = Number.NEGATIVE_INFINITY;
  return (timestamp_us: number, now_ms: number): number => {
    const delay = now_ms - timestamp_us / 1000;
    // Chromium stamps the first block of a track from another zero than those that follow.
    if (timestamp_us < last_us) [fastest, before] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    last_us = timestamp_us;
    since_ms ??= now_ms;
    if (now_ms - since_ms > window_ms) [fastest, before, since_ms] = [delay, fastest, now_ms];
    fastest = Math.min(fastest, delay);
    return timestamp_us / 1000 + Math.min(fastest, before);
  };
};

/**
 * Counts on, in µs, where RTP timestamps, which have 32 bits, begin again. `per_ms`: how many of their units make one
 * ms.
 */
export const createRtpClock = (per_ms: number) => {
  let last: number | undefined;
  let total = 0;
  return (rtp: number): number => {
    total += last === undefined ? 0 : (rtp - last) | 0;
    last = rtp;
    return (total / per_ms) * 1000;
  };
};
