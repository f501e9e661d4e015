/** The takes of a session: how many there were, and what of them is still on its way into the store. */
import { within } from '../../process/deadline.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Sink, Source } from '../meeting/source.ts';
import { takeName } from './segment-names.ts';
import { createSegmentSink } from './segment-sink.ts';
import type { SegmentStore } from './segment-store.ts';

/** For so long a session that is over waits for its store. */
export const patienceAtEndMs = 140_000;
const lastTriesMs = 10_000;

/** A take that is being recorded. */
export interface Take {
  readonly source: Pick<Source, 'stop'>;
  readonly sink: Pick<Sink, 'drain'>;
}

export interface Takes {
  /** Whether any of what was recorded is stored. */
  readonly isAnyStored: boolean;
  /** A take that begins: its name, and where it goes. */
  begin(): { readonly name: string; readonly sink: Sink };
  /**
   * Ends a take; resolves when nothing is recorded any more. What it still holds is stored while others go on, for as long
   * as the session lasts. Never fails.
   */
  end(take: Take): Promise<void>;
  /** The session is over: waits, for a bounded time, until all that was ended is stored. Never fails. */
  stored(): Promise<void>;
}

/**
 * The takes of one attempt to capture, so many segments `together` in one object. Together they keep a bounded amount of memory
 * for what waits for the store.
 */
export const createTakes = (store: SegmentStore, attempt: number, log: SessionLog, together = 1): Takes => {
  const storing = new Set<Promise<void>>();
  const patience = new AbortController();
  const backlog = { bytes: 0 };
  let count = 0;
  let end_ms: number | undefined;
  let isAnyStored = false;
  const onSegment = (): void => {
    isAnyStored = true;
  };
  return {
    get isAnyStored() {
      return isAnyStored;
    },
    begin() {
      count += 1;
      const name = takeName(attempt, count);
      const surroundings = { together, log, backlog, onSegment, givenUp: patience.signal };
      return { name, sink: createSegmentSink(store, name, surroundings) };
    },
    end({ source, sink }) {
      const stopped = source
        .stop()
        .catch((error: unknown) => log('the take did not end cleanly', { error }))
        .then((stats) => log('take ended', { stats }));
      const work = stopped
        .then(() => sink.drain())
        .catch((error: unknown) => log('part of the take could not be stored', { error }))
        .finally(() => storing.delete(work));
      storing.add(work);
      return stopped;
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
