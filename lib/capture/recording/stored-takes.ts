/** The takes of a recording as they lie in the store. */
import * as z from 'zod';
import { readAhead } from './read-ahead.ts';
import { attemptOf, initFile, segmentsPrefix, takeFile, takesOf } from './segment-names.ts';
import type { SegmentStore } from './segment-store.ts';

const TakeStart = z.object({ start_timestamp_ms: z.int() });

export interface StoredTake {
  /** Of the capture task that recorded it. */
  readonly attempt: number;
  readonly start_timestamp_ms: number;
  readonly init: Uint8Array;
  /** The names of its segments, in order. */
  readonly segments: readonly string[];
}

// These objects are small. Reading one costs latency only, so many are read at a time.
const mostAtOnce = 16;

/** The takes that may hold anything, in the order of recording. */
export const findTakes = async (store: Pick<SegmentStore, 'get' | 'list'>): Promise<StoredTake[]> => {
  const takes: StoredTake[] = [];
  const found = takesOf(await store.list(segmentsPrefix)).filter(({ segments }) => segments.length > 0);
  const beginnings = readAhead(found, mostAtOnce, async ({ take, segments }) => ({
    attempt: attemptOf(take),
    segments,
    start: await store.get(takeFile(take)),
    init: await store.get(initFile(take)),
  }));
  for await (const { attempt, start, init, segments } of beginnings) {
    // A worker that was killed may have left no more than this.
    if (!start || !init) continue;
    const { start_timestamp_ms } = TakeStart.parse(JSON.parse(Buffer.from(start).toString('utf8')));
    takes.push({ attempt, start_timestamp_ms, init, segments });
  }
  return takes;
};
