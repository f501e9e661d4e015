/** The page's clock, as its worker knows it. Pure but for its memory. */
import type { PageTime } from '../protocol/media.ts';

// Both clocks are shown no finer than to a tenth of this.
const toleranceMs = 1;
const preciseMs = 2;

/**
 * Clocks of a page and of its worker go on evenly, each from an origin of its own. How far they are apart follows from the two
 * origins, unless the system's clock was set before the second was read from it. Each answer bounds it, as the page gave it between
 * the question and its arrival; what the origins say is taken where it lies within all bounds, and else the middle of these.
 * `origin_ms`: the worker's.
 */
export const createPageClock = (origin_ms: number) => {
  let least_ms = Number.NEGATIVE_INFINITY;
  let most_ms = Number.POSITIVE_INFINITY;
  let ahead_ms: number | undefined;
  return {
    get isKnown(): boolean {
      return ahead_ms !== undefined;
    },
    /** Whether another answer would tell nothing new. */
    get isPrecise(): boolean {
      return most_ms - least_ms <= preciseMs;
    },
    answered(page: PageTime, asked_ms: number, now_ms: number): void {
      least_ms = Math.max(least_ms, page.at_ms - now_ms);
      most_ms = Math.min(most_ms, page.at_ms - asked_ms);
      const byOrigins_ms = origin_ms - page.origin_ms;
      const isPossible = byOrigins_ms >= least_ms - toleranceMs && byOrigins_ms <= most_ms + toleranceMs;
      ahead_ms = isPossible ? byOrigins_ms : (least_ms + most_ms) / 2;
    },
    /** A moment of the page by the worker's clock. */
    own: (page_ms: number): number => page_ms - (ahead_ms ?? 0),
  };
};
