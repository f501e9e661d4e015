/**
 * Stores larger copies of stored segments while the recording goes on, where the store can compose a recording of such
 * without anything travelling through whoever finishes it.
 */
import { within } from '../../process/deadline.ts';
import type { SessionLog } from '../meeting/log.ts';
import { mergeSegments } from './mp4/merge-segments.ts';
import { mergedFile } from './segment-names.ts';
import type { SegmentStore } from './segment-store.ts';

/** As large as that twice, so that what goes before it may take a half. */
const largeEnough = 2;
/** Whoever leaves a meeting waits for it. */
const storeTimeoutMs = 10_000;

export interface SegmentMerger {
  /** A segment has been stored. They come in order; what is missing between two of them ends the larger one. */
  add(index: number, media: Uint8Array): void;
  /** Resolves when nothing is being stored any more. */
  settled(): Promise<void>;
}

/** A copy that cannot be stored is given up: all that is in it is there already. */
export const createSegmentMerger = (
  store: Pick<SegmentStore, 'put' | 'least_copy_bytes'>,
  take: string,
  log: SessionLog,
): SegmentMerger => {
  const enough_bytes = (store.least_copy_bytes ?? Number.POSITIVE_INFINITY) * largeEnough;
  let gathered: Uint8Array[] = [];
  let gathered_bytes = 0;
  let first = 0;
  let storing: Promise<void> | undefined;

  const forget = (): void => {
    gathered = [];
    gathered_bytes = 0;
  };
  const keep = async (name: string, segments: readonly Uint8Array[]): Promise<void> => {
    try {
      await within(storeTimeoutMs, `storing ${name}`, store.put(name, mergeSegments(segments), 'video/iso.segment'));
    } catch (error) {
      log('several segments could not be stored as one', { name, error });
    } finally {
      storing = undefined;
    }
  };

  return {
    add(index, media) {
      if (store.least_copy_bytes === undefined) return;
      if (index !== first + gathered.length) forget();
      if (gathered.length === 0) first = index;
      gathered.push(media);
      gathered_bytes += media.byteLength;
      if (gathered_bytes < enough_bytes) return;
      // A store that is slower than the recording gets no more of them than it can take.
      storing ??= keep(mergedFile(take, first, index), gathered);
      forget();
    },
    settled: async () => storing,
  };
};
