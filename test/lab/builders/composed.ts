import { type ByteSource, isStored } from '../../../lib/domain/captured/byte-source.ts';
import { BytesMissingError } from '../../../lib/domain/errors.ts';

/** The bytes of all sources in their order; those of objects are taken from a store in memory. */
export const composed = async (
  sources: readonly ByteSource[],
  get: (name: string) => Uint8Array | undefined,
): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  for (const source of sources) {
    if (!isStored(source)) parts.push(await source.make());
    else {
      const { name, from, bytes } = source;
      const part = get(name)?.subarray(from, from + bytes);
      if (part?.byteLength !== bytes) throw new BytesMissingError(name);
      parts.push(part);
    }
  }
  return Buffer.concat(parts);
};
