/** A table that counts what its reads would consume on DynamoDB. */
import type { Item, Table } from '../lib/ports/table.ts';
import { itemBytes } from './write-units.ts';

/** Whole units of 4 KB, as strongly consistent reads cost. */
const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4096));
const bytesOf = (items: readonly Item[]): number => items.reduce((sum, item) => sum + itemBytes(item), 0);

export const meteredTable = (table: Table) => {
  let calls = 0;
  let read_units = 0;
  const note = (units: number): void => {
    calls += 1;
    read_units += units;
  };
  const metered: Pick<Table, 'get' | 'getMany' | 'query'> = {
    get: async (key) => {
      const item = await table.get(key);
      note(unitsOf(item ? itemBytes(item) : 0));
      return item;
    },
    getMany: async (keys) => {
      const items = await table.getMany(keys);
      // Each by itself, and one that is not there as the smallest; no keys are no call.
      const units = items.reduce((sum, item) => sum + unitsOf(itemBytes(item)), keys.length - items.length);
      if (keys.length > 0) note(units);
      return items;
    },
    query: async (query) => {
      // One more, as the adapter of DynamoDB asks for.
      const items = await table.query({ ...query, ...(query.limit !== undefined && { limit: query.limit + 1 }) });
      note(query.index ? unitsOf(bytesOf(items)) / 2 : unitsOf(bytesOf(items)));
      return items.slice(0, query.limit);
    },
  };
  return {
    table: { ...table, ...metered } satisfies Table,
    /** What was consumed since the last time that this was asked. */
    consumed: () => {
      const so_far = { calls, read_units };
      [calls, read_units] = [0, 0];
      return so_far;
    },
  };
};
