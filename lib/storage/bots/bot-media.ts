/** The part of the media store that belongs to one bot. */

import { type ByteSource, isStored } from '../../domain/captured/byte-source.ts';
import { BytesMissingError } from '../../domain/errors.ts';
import type { MediaStore } from '../../ports/media-store.ts';

/** A store of what lies below a folder, by names that begin behind it. */
export const mediaBelow = (media: MediaStore, folder: string): Omit<MediaStore, 'link'> => {
  const inside = (source: ByteSource): ByteSource =>
    isStored(source) ? { ...source, name: folder + source.name } : source;
  const outside = (name: string): string => name.slice(folder.length);
  return {
    put: (name, bytes, contentType) => media.put(folder + name, bytes, contentType),
    putFile: (name, path, contentType) => media.putFile(folder + name, path, contentType),
    async compose(name, sources, contentType) {
      try {
        await media.compose(folder + name, sources.map(inside), contentType);
      } catch (error) {
        if (!(error instanceof BytesMissingError)) throw error;
        throw new BytesMissingError(outside(error.object), { cause: error });
      }
    },
    ...(media.least_copy_bytes !== undefined && { least_copy_bytes: media.least_copy_bytes }),
    get: (name, most_bytes) => media.get(folder + name, most_bytes),
    deleteAll: (prefix) => media.deleteAll(folder + prefix),
    list: async (prefix) => (await media.list(folder + prefix)).map(outside),
  };
};
