import { readFile } from 'node:fs/promises';
import { partsOf } from '../../../lib/domain/captured/media-name.ts';
import type { MediaStore } from '../../../lib/ports/media-store.ts';
import { composed } from '../builders/composed.ts';

export interface MemoryMediaStore extends MediaStore {
  /** The type that an object was stored with. */
  contentTypeOf(name: string): string | undefined;
}

/** A media store that is gone with the test. Its links lead nowhere, but say to what and for how long. */
export const memoryMediaStore = (): MemoryMediaStore => {
  const objects = new Map<string, { bytes: Uint8Array; type: string }>();
  const put = async (name: string, bytes: Uint8Array, type: string): Promise<void> => {
    partsOf(name);
    objects.set(name, { bytes: Uint8Array.from(bytes), type });
  };
  const namesBelow = (prefix: string): string[] => [...objects.keys()].filter((name) => name.startsWith(prefix)).sort();
  return {
    put,
    compose: async (name, sources, type) => put(name, await composed(sources, (one) => objects.get(one)?.bytes), type),
    putFile: async (name, path, type) => put(name, await readFile(path), type),
    get: async (name, most_bytes) => {
      partsOf(name);
      return objects.get(name)?.bytes.slice(0, most_bytes);
    },
    list: async (prefix) => namesBelow(prefix),
    deleteAll: async (prefix) => {
      for (const name of namesBelow(prefix)) objects.delete(name);
    },
    link: async (name, seconds) => `https://media.example.com/${partsOf(name).join('/')}?expires_in=${seconds}`,
    contentTypeOf: (name) => objects.get(name)?.type,
  };
};
