/** Decides which pictures are encoded. Pure. */

export interface PacerOptions {
  readonly max_fps: number;
  readonly min_fps: number;
  readonly key_interval_us: number;
  /** Pictures that may wait for the encoder before it counts as overloaded. */
  readonly max_queue: number;
}

export type Verdict = 'skip' | 'encode' | 'encode_key';

const windowUs = 2_000_000;
// Pictures come at the display's pace, a little early or late.
const jitterUs = 5_000;
// What looks as it did is encoded again, and sooner where a key picture is due; even late pictures have come by then.
const stillAfterUs = 1_000_000;
const keyWaitsUs = 600_000;
const calmWindowsBeforeFaster = 10;

/**
 * Holds a frame rate that the machine keeps up with: when the encoder's queue fills, pictures are dropped at once, and
 * the rate is lowered while that goes on; after a calm while it is raised again step by step.
 */
export const createFramePacer = ({ max_fps, min_fps, key_interval_us, max_queue }: PacerOptions) => {
  let fps = max_fps;
  let due_us = Number.NEGATIVE_INFINITY;
  let last_us = Number.NEGATIVE_INFINITY;
  /** The last key picture that was due. Those of cuts, at which no segment ends so soon, put off none. */
  let key_us = Number.NEGATIVE_INFINITY;
  let window_start_us = Number.NEGATIVE_INFINITY;
  let seen = 0;
  let refused = 0;
  let calm = 0;
  let dropped = 0;

  const adapt = (): void => {
    if (refused > seen * 0.1) {
      fps = Math.max(min_fps, Math.floor(fps * 0.8));
      calm = 0;
    } else if (refused === 0) {
      calm += 1;
      if (calm >= calmWindowsBeforeFaster) {
        fps = Math.min(max_fps, fps + 2);
        calm = 0;
      }
    }
    seen = 0;
    refused = 0;
  };

  return {
    get fps(): number {
      return fps;
    },
    get dropped(): number {
      return dropped;
    },
    /** Whether the last picture is to be encoded again, because none has come since. */
    lacksPicture(now_us: number): boolean {
      return now_us - last_us >= (now_us - key_us < key_interval_us ? stillAfterUs : keyWaitsUs);
    },
    /**
     * Timestamps must rise; `queued` is the number of pictures that the encoder has not begun with. A cut is a key
     * picture, besides those that are due.
     */
    judge(timestamp_us: number, queued: number, isCut = false): Verdict {
      if (timestamp_us - window_start_us >= windowUs) {
        if (window_start_us !== Number.NEGATIVE_INFINITY) adapt();
        window_start_us = timestamp_us;
      }
      if (timestamp_us < due_us - jitterUs) return 'skip';
      seen += 1;
      if (queued >= max_queue) {
        refused += 1;
        dropped += 1;
        return 'skip';
      }
      due_us = Math.max(due_us + 1e6 / fps, timestamp_us);
      last_us = timestamp_us;
      const isDue = timestamp_us - key_us >= key_interval_us;
      if (isDue) key_us = timestamp_us;
      return isDue || isCut ? 'encode_key' : 'encode';
    },
  };
};
