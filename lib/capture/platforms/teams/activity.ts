/**
 * Shows the page now and then that somebody is there: where nothing moves in it for long, Teams takes its people for gone, and
 * shows no messages any more (att).
 */

const everyMs = 4 * 60_000;

/** `move`: what people do who are there. */
export const createActivity = (move: () => void, now: () => number = () => performance.now()) => {
  let moved_ms: number | undefined;
  return {
    /** Whoever comes has just moved. */
    look(): void {
      moved_ms ??= now();
      if (now() - moved_ms < everyMs) return;
      moved_ms = now();
      move();
    },
  };
};
