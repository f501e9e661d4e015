/** What each test of a table has: a partition of its own, so that one table serves all of them. */
import { it } from 'vitest';
import type { Item, Query, Table } from '../../../lib/ports/table.ts';

let partitions = 0;
const aPartition = (): string => {
  partitions += 1;
  return `contract#${process.pid}#${Date.now()}#${partitions}`;
};

/** `tableOf` is asked once tests run. */
export const itInPartitionOf = (tableOf: () => Table) =>
  it
    .extend('table', tableOf)
    .extend('pk', aPartition)
    .extend('key', ({ pk }) => (sk: string) => ({ pk, sk }))
    .extend(
      'putAll',
      ({ table }) =>
        (...items: readonly Item[]) =>
          table.write(...items.map((put) => ({ put }))),
    )
    .extend('sortKeys', ({ table, pk }) => async (query: Omit<Query, 'partition'>): Promise<string[]> => {
      const items = await table.query({ partition: pk, ...query });
      return items.map(({ sk }) => sk);
    });
export type ItInPartition = ReturnType<typeof itInPartitionOf>;
