/** How long a look at a page may take of its thread. Pure but for its memory. */
import type { PageFacts } from '../facts.ts';

const usualMs = 12;
/** A busy machine takes longer for the same page. More than this, at four looks a second, the page would notice. */
const longestMs = 48;

export const createLookTime = () => {
  let most_ms = usualMs;
  return {
    get most_ms(): number {
      return most_ms;
    },
    /** One that lacked time gives the next one more. */
    looked({ lacked_time }: Pick<PageFacts, 'lacked_time'>): void {
      most_ms = lacked_time ? Math.min(2 * most_ms, longestMs) : usualMs;
    },
  };
};
