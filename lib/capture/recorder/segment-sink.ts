/** Puts the segments of a take into the store as they come. */
import { pause, within } from '../deadline.ts';
import type { SessionLog } from '../session/log.ts';
import type { SegmentStore } from '../session-ports.ts';
import type { Sink } from './seams.ts';
import { createSegmentMerger } from './segment-merger.ts';
import { initFile, segmentFile, takeFile } from './segment-names.ts';

// Four minutes of the largest recording.
const most_waiting_bytes = 128 * 1024 * 1024;
const first_retry_ms = 250;
const longest_retry_ms = 5_000;
const put_timeout_ms = 60_000;
const patience_at_end_ms = 140_000;

interface StoredObject {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Told once it is stored. */
  readonly onStored?: () => void;
}

/**
 * A sink that writes one object after the other, so that what is stored is always a beginning of the take. A store that
 * refuses, or is full, or does not answer, is tried again for as long as the take goes on and more than two minutes
 * beyond; one that stays away longer than memory lasts costs the newest segments, and `drain` says so.
 */
export const createSegmentSink = (
  store: Pick<SegmentStore, 'put' | 'least_copy_bytes'>,
  take: string,
  log: SessionLog = () => undefined,
): Sink => {
  const merger = createSegmentMerger(store, take, log);
  const waiting: StoredObject[] = [];
  let waiting_bytes = 0;
  let writing: Promise<void> | undefined;
  let give_up_ms = Number.POSITIVE_INFINITY;
  let failure: unknown;

  const put = async ({ name, bytes, type }: StoredObject): Promise<void> => {
    for (let retry_ms = first_retry_ms; ; retry_ms = Math.min(longest_retry_ms, retry_ms * 2)) {
      try {
        await within(put_timeout_ms, `storing ${name}`, store.put(name, bytes, type));
        if (retry_ms > first_retry_ms) log('the recording is being stored again', { name });
        return;
      } catch (error) {
        if (retry_ms === first_retry_ms) log('the recording is kept in memory: it cannot be stored', { name, error });
        if (Date.now() + retry_ms > give_up_ms) throw error;
        await pause(retry_ms);
      }
    }
  };

  const write = async (): Promise<void> => {
    for (let object = waiting[0]; object; object = waiting[0]) {
      await put(object).then(object.onStored, (error: unknown) => {
        failure ??= error;
      });
      waiting.shift();
      waiting_bytes -= object.bytes.byteLength;
    }
    writing = undefined;
  };

  const enqueue = (object: StoredObject): void => {
    if (waiting_bytes + object.bytes.byteLength > most_waiting_bytes) {
      if (!failure) log('there is no memory left for what cannot be stored: the newest of the recording is dropped');
      failure ??= new Error(`the store is too slow: ${object.name} was dropped`);
      return;
    }
    waiting.push(object);
    waiting_bytes += object.bytes.byteLength;
    writing ??= write();
  };

  return {
    begin(start, init) {
      enqueue({ name: takeFile(take), bytes: Buffer.from(JSON.stringify(start)), type: 'application/json' });
      enqueue({ name: initFile(take), bytes: init, type: 'video/mp4' });
    },
    write({ index, media }) {
      const name = segmentFile(take, index);
      enqueue({ name, bytes: media, type: 'video/iso.segment', onStored: () => merger.add(index, media) });
    },
    async drain() {
      give_up_ms = Date.now() + patience_at_end_ms;
      await writing;
      await merger.settled();
      if (failure) throw failure;
    },
  };
};
