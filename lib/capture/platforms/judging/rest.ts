/**
 * Whether a page that leads nowhere has come to rest: one that has only begun to load soon shows something else. Pure but for its
 * memory; the time is handed in.
 */
import type { PageFacts } from './facts.ts';

const atRestAfterMs = 5_000;
/** Whoever looks at it seldom, as on a busy machine, has not seen what it does meanwhile, nor may it have done much. */
const mostPerLookMs = 1_000;

/** What it shows; a clock, or a count that goes down, leaves it what it is. */
const shownBy = ({ address, texts, shown }: PageFacts): string =>
  JSON.stringify([address, texts, shown]).replaceAll(/\p{N}+/gu, '0');

export interface Rest {
  /** The page as it is now, which is young while it has not shown the same for long. */
  look(facts: PageFacts, now_ms: number): PageFacts;
  forget(): void;
}

export const createRest = (): Rest => {
  let last: { readonly shows: string; readonly at_ms: number; readonly age_ms: number } | undefined;
  return {
    look(facts, now_ms) {
      const shows = facts.is_dead_end ? shownBy(facts) : undefined;
      const isSame = last?.shows === shows;
      const age_ms = last && isSame ? last.age_ms + Math.min(now_ms - last.at_ms, mostPerLookMs) : 0;
      last = shows === undefined ? undefined : { shows, at_ms: now_ms, age_ms };
      return shows === undefined || age_ms >= atRestAfterMs ? facts : { ...facts, is_young: true };
    },
    forget() {
      last = undefined;
    },
  };
};
