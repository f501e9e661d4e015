import { isStored, type Stretch } from '../../../lib/domain/captured/stretch.ts';
import { StretchMissingError } from '../../../lib/domain/errors.ts';

/** What stretches give one after the other, those of objects taken from a store in memory. */
export const composed = async (
  stretches: readonly Stretch[],
  get: (name: string) => Uint8Array | undefined,
): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  for (const stretch of stretches) {
    if (!isStored(stretch)) parts.push(await stretch.make());
    else {
      const { name, from, bytes } = stretch;
      const part = get(name)?.subarray(from, from + bytes);
      if (part?.byteLength !== bytes) throw new StretchMissingError(name);
      parts.push(part);
    }
  }
  return Buffer.concat(parts);
};
