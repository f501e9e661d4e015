/**
 * Stores several stored segments once more as one large segment, while the recording goes on. A store that composes
 * objects by itself (S3) makes the finished recording of these, and their bytes need not travel through a worker again.
 */
import { within } from '../../process/deadline.ts';
import type { SessionLog } from '../meeting/log.ts';
import { mergeSegments } from './mp4/merge-segments.ts';
import { mergedFile } from './segment-names.ts';
import type { SegmentStore } from './segment-store.ts';

/**
 * Twice the least that the store copies by itself: when half of a segment is read to fill the part before it, the other
 * half can still be copied.
 */
const largeEnough = 2;
/** A bot that leaves its meeting waits for a merge that is under way. */
const storeTimeoutMs = 10_000;

export interface SegmentMerger {
  /**
   * Takes what has been stored as one: a segment, or several that follow each other. All come in order; where one is missing,
   * the large segment ends.
   */
  add(first: number, last: number, media: Uint8Array): void;
  /** Resolves when nothing is being stored any more. */
  settled(): Promise<void>;
}

/** A large segment that cannot be stored is given up: what is in it is stored already, segment by segment. */
export const createSegmentMerger = (
  store: Pick<SegmentStore, 'put' | 'least_copy_bytes'>,
  take: string,
  log: SessionLog,
): SegmentMerger => {
  const enough_bytes = (store.least_copy_bytes ?? Number.POSITIVE_INFINITY) * largeEnough;
  let gathered: Uint8Array[] = [];
  let gathered_bytes = 0;
  let begin = 0;
  let next = 0;
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
    add(first, last, media) {
      if (store.least_copy_bytes === undefined) return;
      if (first !== next) forget();
      if (gathered.length === 0) begin = first;
      next = last + 1;
      gathered.push(media);
      gathered_bytes += media.byteLength;
      if (gathered_bytes < enough_bytes) return;
      // A store that is slower than the recording is given one at a time, and the others are left out.
      storing ??= keep(mergedFile(take, begin, last), gathered);
      forget();
    },
    settled: async () => storing,
  };
};
