/** How much of what waits makes all that follows late for good: what a server streams gathers while a machine is busy. Pure but for its memory. */
import { isWithin } from '../media/listening/loudness.ts';

const everyMs = 1_000;
/** What comes in parts comes no more evenly. */
const unevenMs = 100;
/** So much may wait. */
const mostMs = 60;
const quiet = 0.01 * 32_768;
/** A pause is shortened to no less, for there are pauses between words. */
const pauseMs = 200;

/**
 * Of a server that gives about as much as is said, what waited for a whole second is too much, and is left out where it is
 * silent. A server that gives an answer at once gives more, and then nothing, and what waits then is all to be said.
 */
export const createLateness = () => {
  let since_ms = 0;
  let came_ms = 0;
  let said_ms = 0;
  let least_ms = Number.POSITIVE_INFINITY;
  let surplus_ms = 0;
  let quiet_ms = 0;

  const begin = (now_ms: number): void => {
    since_ms = now_ms;
    came_ms = 0;
    said_ms = 0;
    least_ms = Number.POSITIVE_INFINITY;
  };

  return {
    /** `waiting_ms`: what came before it. */
    begin(now_ms: number, waiting_ms: number): void {
      begin(now_ms);
      came_ms = waiting_ms;
      surplus_ms = 0;
    },
    come(length_ms: number): void {
      came_ms += length_ms;
    },
    /** Hears how much still waits. */
    watch(waiting_ms: number, now_ms: number): void {
      least_ms = Math.min(least_ms, waiting_ms);
      if (now_ms - since_ms < everyMs) return;
      surplus_ms = Math.abs(came_ms - said_ms) <= unevenMs ? least_ms - mostMs : 0;
      begin(now_ms);
    },
    /** Whether what would be said next is left out; else it is said. */
    isLeftOut(samples: Int16Array, length_ms: number): boolean {
      const isSilent = isWithin(samples, quiet);
      if (isSilent && quiet_ms >= pauseMs && length_ms <= surplus_ms) {
        surplus_ms -= length_ms;
        return true;
      }
      quiet_ms = isSilent ? quiet_ms + length_ms : 0;
      said_ms += length_ms;
      return false;
    },
  };
};
