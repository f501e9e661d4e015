/** Puts the segments of a take into the store as they come. */
import { pause } from '../deadline.ts';
import type { SegmentStore } from '../session-ports.ts';
import type { Sink } from './seams.ts';
import { initFile, segmentFile, takeFile } from './segment-names.ts';

const most_waiting_bytes = 128 * 1024 * 1024;
const attempts = 6;
const first_retry_ms = 250;

interface StoredObject {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type: string;
}

/**
 * A sink that writes one object after the other, so that what is stored is always a beginning of the take. A store that
 * fails is tried again; one that stays away longer than memory lasts costs the newest segments, and `drain` says so.
 */
export const createSegmentSink = (store: SegmentStore, take: string): Sink => {
  let queue = Promise.resolve();
  let waiting_bytes = 0;
  let failure: unknown;

  const put = async ({ name, bytes, type }: StoredObject): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await store.put(name, bytes, type);
      } catch (error) {
        if (attempt === attempts) throw error;
        await pause(first_retry_ms * 2 ** (attempt - 1));
      }
    }
  };

  const enqueue = (object: StoredObject): void => {
    if (waiting_bytes + object.bytes.byteLength > most_waiting_bytes) {
      failure ??= new Error(`the store is too slow: ${object.name} was dropped`);
      return;
    }
    waiting_bytes += object.bytes.byteLength;
    queue = queue
      .then(() => put(object))
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => {
        waiting_bytes -= object.bytes.byteLength;
      });
  };

  return {
    begin(start, init) {
      enqueue({ name: takeFile(take), bytes: Buffer.from(JSON.stringify(start)), type: 'application/json' });
      enqueue({ name: initFile(take), bytes: init, type: 'video/mp4' });
    },
    write({ index, media }) {
      enqueue({ name: segmentFile(take, index), bytes: media, type: 'video/iso.segment' });
    },
    async drain() {
      await queue;
      if (failure) throw failure;
    },
  };
};
