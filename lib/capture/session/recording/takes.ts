/** The takes of a session: how many there were, and what of them is still on its way into the store. */
import { within } from '../../deadline.ts';
import type { Sink } from '../../recorder/seams.ts';
import type { SessionLog } from '../log.ts';

// A store may stay away for two minutes (see the segment sink).
const drain_timeout_ms = 150_000;

export interface Takes {
  /** The number of a take that begins. */
  next(): number;
  /** A take has ended: what it still holds is stored while others go on. */
  ended(sink: Pick<Sink, 'drain'>): void;
  /** Waits, for a bounded time, until all that has ended is stored. Never fails. */
  stored(): Promise<void>;
}

export const createTakes = (log: SessionLog): Takes => {
  const storing = new Set<Promise<void>>();
  let count = 0;
  return {
    next() {
      count += 1;
      return count;
    },
    ended(sink) {
      const work = within(drain_timeout_ms, 'storing the take', sink.drain())
        .catch((error: unknown) => log('part of the take could not be stored', { error }))
        .finally(() => storing.delete(work));
      storing.add(work);
    },
    async stored() {
      await Promise.all(storing);
    },
  };
};
