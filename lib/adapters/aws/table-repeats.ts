/** Writes that the SDK makes again, as an answer was lost on its way. */
import { isDeepStrictEqual } from 'node:util';
import type { Item, Write } from '../../ports/table.ts';

const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Whether a write has left the item as it is. Of an update, what it adds to lists says so: the rest others may have written too. */
export const isAsLeftBy = (write: Write, item: Item): boolean => {
  if ('put' in write) return isDeepStrictEqual(item, stored(write.put));
  const added = 'update' in write ? Object.entries(write.append ?? {}) : [];
  const endsWith = (list: unknown, more: readonly unknown[]): boolean =>
    Array.isArray(list) && isDeepStrictEqual(list.slice(-more.length), stored(more));
  return added.length > 0 && added.every(([attribute, more]) => endsWith(item[attribute], more));
};
