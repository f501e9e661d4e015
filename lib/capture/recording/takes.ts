/** The takes of a session: how many there were, and what of them is still on its way into the store. */
import { within } from '../../process/deadline.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Sink } from '../meeting/source.ts';
import { takeName } from './segment-names.ts';
import { createSegmentSink } from './segment-sink.ts';
import type { SegmentStore } from './segment-store.ts';

const patienceAtEndMs = 140_000;
const lastTriesMs = 10_000;

export interface Takes {
  /** A take that begins: its name, and where it goes. */
  begin(): { readonly name: string; readonly sink: Sink };
  /** A take has ended: what it still holds is stored while others go on, for as long as the session lasts. */
  ended(sink: Pick<Sink, 'drain'>): void;
  /** The session is over: waits, for a bounded time, until all that has ended is stored. Never fails. */
  stored(): Promise<void>;
}

/** The takes of one attempt to capture. What waits for the store is held to one bound for all of them. */
export const createTakes = (store: SegmentStore, attempt: number, log: SessionLog): Takes => {
  const storing = new Set<Promise<void>>();
  const patience = new AbortController();
  const backlog = { bytes: 0 };
  let count = 0;
  let end_ms: number | undefined;
  return {
    begin() {
      count += 1;
      const name = takeName(attempt, count);
      return { name, sink: createSegmentSink(store, name, { log, backlog, givenUp: patience.signal }) };
    },
    ended(sink) {
      const work = sink
        .drain()
        .catch((error: unknown) => log('part of the take could not be stored', { error }))
        .finally(() => storing.delete(work));
      storing.add(work);
    },
    async stored() {
      end_ms ??= performance.now() + patienceAtEndMs;
      const left_ms = Math.max(0, end_ms - performance.now());
      const timer = setTimeout(() => patience.abort(), left_ms);
      await within(left_ms + lastTriesMs, 'storing the recording', Promise.all(storing)).catch((error: unknown) =>
        log('part of the recording could not be stored', { error }),
      );
      clearTimeout(timer);
    },
  };
};
