/** With what a meeting's server ended the connection of a page that has loaded another one since. Pure but for its memory. */
import type { PageFacts } from '../platforms/judging/facts.ts';

/** A page that loads itself anew to come back has connected by then. */
const connectsWithinMs = 5_000;
/** Parts of the shell of pages that wait for somebody to join: they connect by themselves no more. */
const atForm = ['shell.form', 'shell.call'];
/** Whoever looks at it seldom, as on a busy machine, has not seen what it does meanwhile, nor may it have done much. */
const mostPerLookMs = 1_000;

interface Reading {
  readonly facts?: PageFacts;
  readonly loaded_ms?: number;
}

export interface LastEnd {
  /** All that is known of how the connection was ended; nothing, once the page makes another, or is loaded by the bot. */
  hear(wire: PageFacts['wire']): void;
  /** A reading, with that end where the page makes no connection of its own. */
  given<R extends Reading>(reading: R): R;
}

/** Remembers the end that a page was told of, for the one that comes after it. */
export const createLastEnd = (now: () => number = () => performance.now()): LastEnd => {
  let ended: PageFacts['wire'] = [];
  let loaded_ms: number | undefined;
  let looked_ms = 0;
  let age_ms = 0;

  const note = (reading: Reading): void => {
    const isSame = reading.loaded_ms === loaded_ms;
    const now_ms = now();
    age_ms = isSame ? age_ms + Math.min(now_ms - looked_ms, mostPerLookMs) : 0;
    loaded_ms = reading.loaded_ms;
    looked_ms = now_ms;
  };

  return {
    hear(wire) {
      ended = wire;
    },
    given(reading) {
      note(reading);
      const { facts } = reading;
      if (!facts || facts.wire.length > 0) return reading;
      const waitsForPress = atForm.some((part) => facts.shown.includes(part));
      return waitsForPress || age_ms >= connectsWithinMs ? { ...reading, facts: { ...facts, wire: ended } } : reading;
    },
  };
};
