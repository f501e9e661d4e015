/** How a bot takes leave of a meeting in which it has waited in vain, without keeping those waiting who want to know. */
import type { Pace } from '../pace.ts';
import { lateForMs } from './waits.ts';

export interface Parting {
  /**
   * Does the last things in the meeting, but waits for them no longer than until then, by default a little longer than now:
   * what is not done yet goes on.
   */
  part(work: Promise<void>, by_ms?: number): Promise<void>;
  /** Resolves when nothing goes on any more: until then, the meeting is there. */
  done(): Promise<void>;
}

export const createParting = (pace: Pick<Pace, 'now_ms' | 'waitFor'>): Parting => {
  let all: Promise<void> = Promise.resolve();
  return {
    async part(work, by_ms = pace.now_ms() + lateForMs) {
      all = work;
      await pace.waitFor(work, Math.max(0, by_ms - pace.now_ms()));
    },
    done: () => all.catch(() => undefined),
  };
};
