/** Of the still pictures by which some shared screens come, those that are worth keeping. Pure but for its memory. */
import type { Still } from '../meeting/source.ts';

/** Streams bring up to five a second, of a screen that mostly stands still. */
const atMostEveryMs = 1_000;

export interface StreamStills {
  take(jpeg: Buffer, at_ms: number): void;
  /** Nothing more comes: what was held back is kept as well. */
  end(): void;
}

/** One a second at most, and only what differs from the one before: what is seen for less than a second may be left out. */
export const createStreamStills = (keep: (still: Still) => void): StreamStills => {
  let kept: Still | undefined;
  /** Came too soon after the one that is kept, and is shown since. */
  let held: Still | undefined;

  const give = (still: Still): void => {
    kept = still;
    keep(still);
  };

  return {
    take(jpeg, at_ms) {
      const still = { at_ms, jpeg };
      if (kept && at_ms < kept.at_ms + atMostEveryMs) {
        // Late ones, and what comes twice after a connection broke, would be out of their order.
        if (at_ms > (held ?? kept).at_ms) held = jpeg.equals(kept.jpeg) ? undefined : still;
        return;
      }
      if (held && at_ms >= held.at_ms + atMostEveryMs) give(held);
      held = undefined;
      if (!kept || !jpeg.equals(kept.jpeg)) give(still);
    },
    end() {
      if (held) give(held);
      held = undefined;
    },
  };
};
