/** Puts the segments of a take into the store as they come. */
import { within } from '../../process/deadline.ts';
import { retry } from '../../process/retry.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Segment, Sink } from '../meeting/source.ts';
import { mergeSegments } from './mp4/merge-segments.ts';
import { createSegmentMerger } from './segment-merger.ts';
import { initFile, mergedFile, segmentFile, stillFile, takeFile } from './segment-names.ts';
import { putWithinMs, type SegmentStore } from './segment-store.ts';

/** Four minutes of the largest recording. */
const mostWaitingBytes = 128 * 1024 * 1024;
const patience = { first_ms: 250, longest_ms: 5_000 };

interface StoredObject {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Told once it is stored. */
  readonly onStored?: () => void;
}

export interface SinkSurroundings {
  /** How many segments are stored as one (1), where each object is paid for. A process that dies loses those that wait for others. */
  readonly together?: number;
  readonly log?: SessionLog;
  /** How much waits in this sink and in others that share the memory for it. */
  readonly backlog?: { bytes: number };
  /** Hears of each segment that is stored. */
  readonly onSegment?: () => void;
  /** Aborted when a store that still refuses is to be tried once more and then no longer. */
  readonly givenUp?: AbortSignal;
}

/**
 * A sink that writes one object after the other, so that what is stored is always a beginning of the take. A store that
 * refuses, or is full, or does not answer, is tried again until it is given up; one that stays away longer than memory
 * lasts costs the newest segments, and `drain` says so.
 */
export const createSegmentSink = (
  store: Pick<SegmentStore, 'put' | 'least_copy_bytes'>,
  take: string,
  { together = 1, log = () => undefined, backlog = { bytes: 0 }, onSegment, givenUp }: SinkSurroundings = {},
): Sink => {
  const merger = createSegmentMerger(store, take, log);
  const waiting: StoredObject[] = [];
  let gathered: Segment[] = [];
  let writing: Promise<void> | undefined;
  let failure: unknown;

  /** Tries until it is given up, and once more then. */
  const put = async ({ name, bytes, type }: StoredObject): Promise<void> => {
    const once = () => within(putWithinMs, `storing ${name}`, store.put(name, bytes, type));
    let failures = 0;
    await retry(once, {
      ...patience,
      ...(givenUp && { signal: givenUp }),
      onRetry({ error }) {
        failures += 1;
        if (failures === 1) log('the recording is kept in memory: it cannot be stored', { name, error });
      },
    }).catch(once);
    if (failures > 0) log('the recording is being stored again', { name });
  };

  const write = async (): Promise<void> => {
    for (let object = waiting[0]; object; object = waiting[0]) {
      await put(object).then(object.onStored, (error: unknown) => {
        failure ??= error;
      });
      waiting.shift();
      backlog.bytes -= object.bytes.byteLength;
    }
    writing = undefined;
  };

  const enqueue = (object: StoredObject): void => {
    if (backlog.bytes + object.bytes.byteLength > mostWaitingBytes) {
      if (!failure) log('there is no memory left for what cannot be stored: the newest of the recording is dropped');
      failure ??= new Error(`the store is too slow: ${object.name} was dropped`);
      return;
    }
    waiting.push(object);
    backlog.bytes += object.bytes.byteLength;
    writing ??= write();
  };

  const storeAs = (first: number, last: number, media: Uint8Array): void =>
    enqueue({
      name: first === last ? segmentFile(take, first) : mergedFile(take, first, last),
      bytes: media,
      type: 'video/iso.segment',
      onStored: () => {
        merger.add(first, last, media);
        onSegment?.();
      },
    });

  /** Has what was gathered stored, as one where it can be. */
  const storeGathered = (): void => {
    const segments = gathered;
    gathered = [];
    const [first, ...more] = segments;
    const last = more.at(-1);
    try {
      if (first && last) {
        storeAs(first.index, last.index, mergeSegments(segments.map(({ media }) => media)));
        return;
      }
    } catch (error) {
      log('segments are stored one by one: they could not be put together', { error });
    }
    for (const { index, media } of segments) storeAs(index, index, media);
  };

  return {
    begin(start, init) {
      enqueue({ name: takeFile(take), bytes: Buffer.from(JSON.stringify(start)), type: 'application/json' });
      enqueue({ name: initFile(take), bytes: init, type: 'video/mp4' });
    },
    write(segment) {
      gathered.push(segment);
      if (gathered.length >= together) storeGathered();
    },
    keep({ at_ms, jpeg }) {
      enqueue({ name: stillFile(take, at_ms), bytes: jpeg, type: 'image/jpeg' });
    },
    async drain() {
      storeGathered();
      await writing;
      await merger.settled();
      if (failure) throw failure;
    },
  };
};
