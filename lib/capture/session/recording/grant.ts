/** A page that shows the permission to record now given and now not: each change would be told, of which a bot can hold so many. */
const briefMs = 120_000;
/** People who pause a meeting's recording on purpose let it go on for longer. */
const briefPausedMs = 10_000;
const settlesAfterMs = 5_000;

/**
 * What was given only briefly before it was taken back, twice in succession, is to be shown for a while before it counts
 * again, the longer the oftener that happens. That it was taken back counts at once.
 */
export const createGrant = () => {
  let shown_ms: number | undefined;
  let given_ms: number | undefined;
  let brief = 0;
  const settlingMs = (): number => (brief < 2 ? 0 : Math.min(settlesAfterMs * 2 ** (brief - 2), briefMs));
  return {
    /** Answers whether it counts. */
    shown(now_ms: number): boolean {
      shown_ms ??= now_ms;
      if (now_ms - shown_ms < settlingMs()) return false;
      given_ms ??= now_ms;
      return true;
    },
    /** `isPaused`: only held back, and given all the while. */
    takenBack(now_ms: number, isPaused: boolean): void {
      if (given_ms !== undefined) brief = now_ms - given_ms < (isPaused ? briefPausedMs : briefMs) ? brief + 1 : 0;
      [shown_ms, given_ms] = [undefined, undefined];
    },
  };
};
