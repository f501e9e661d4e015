/** At how many samples a second a meeting is heard and recorded: WebRTC's own rate. */
export const meetingRate = 48_000;

/** A block of somebody's sound, mono, at the meeting's rate. */
export interface Sound {
  /** The number of its track. */
  readonly voice: number;
  /** Only to be read at once: the next block lies in the same memory. */
  readonly samples: Float32Array;
  /** When it was captured, by the worker's clock (`performance.now()`). */
  readonly at_ms: number;
  /** When it was given by its track, which is later. */
  readonly given_ms: number;
}
