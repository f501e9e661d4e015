/** The media of one bot, in memory. */
import { readFile } from 'node:fs/promises';
import type { SegmentStore } from '../../../lib/capture/recording/segment-store.ts';
import { composed } from '../builders/composed.ts';

export interface MemoryStore extends SegmentStore {
  readonly objects: Map<string, Uint8Array>;
}

export const aMemoryStore = (
  onPut: (name: string) => void = () => undefined,
  least_copy_bytes?: number,
): MemoryStore => {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    least_copy_bytes,
    async put(name, bytes) {
      objects.set(name, bytes);
      onPut(name);
    },
    get: async (name, most_bytes) => objects.get(name)?.subarray(0, most_bytes),
    list: async (prefix) => [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted(),
    async deleteAll(prefix) {
      for (const name of objects.keys()) if (name.startsWith(prefix)) objects.delete(name);
    },
    async putFile(name, path) {
      objects.set(name, await readFile(path));
    },
    async compose(name, sources) {
      objects.set(name, await composed(sources, (one) => objects.get(one)));
    },
  };
};
