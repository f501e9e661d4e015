/** Lists that somebody looks at: one item that cannot be read is no reason to keep the others from them. */
import { UnreadableItemError } from '../domain/errors.ts';
import type { Item } from '../ports/table.ts';

/** Told of each item that is left out of a list because it cannot be read. */
export type OnUnreadable = (error: UnreadableItemError) => void;

/**
 * Reads items as `recordOf` does; of one that cannot be read `onUnreadable` is told, and there is nothing in its place. Without
 * `onUnreadable` it throws, as it must for whoever decides or writes by what is stored.
 */
export const readable =
  <T>(recordOf: (item: Item) => T, onUnreadable: OnUnreadable | undefined) =>
  (item: Item): T | undefined => {
    try {
      return recordOf(item);
    } catch (error) {
      if (!onUnreadable || !(error instanceof UnreadableItemError)) throw error;
      onUnreadable(error);
      return undefined;
    }
  };

/** The records of items, in their order, by the same rule. */
export const recordsOf = <T extends object>(
  items: readonly Item[],
  recordOf: (item: Item) => T,
  onUnreadable?: OnUnreadable,
): T[] => items.map(readable(recordOf, onUnreadable)).filter((record) => record !== undefined);
