/** Tables that count what would be consumed on DynamoDB. */
import type { Item, Table } from '../../../lib/ports/table.ts';
import { itemBytes, writeUnits } from '../write-units.ts';
import type { MemoryTable } from './memory-table.ts';

/** Whole units of 4 KB, as strongly consistent reads cost. */
const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4096));
const bytesOf = (items: readonly Item[]): number => items.reduce((sum, item) => sum + itemBytes(item), 0);

/** A table that counts its reads. */
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

/** A table in memory that counts its writes as well: those of a transaction twice, and those that change nothing too. */
export const meteredMemory = (stored: MemoryTable) => {
  const { table: reads, consumed } = meteredTable(stored);
  let write_units = 0;
  const noted = <T>(writes: number, writing: () => Promise<T>): Promise<T> => {
    const before = stored.changes.length;
    // It is done when the call returns.
    const done = writing();
    const changes = stored.changes.slice(before);
    const units = changes.reduce((sum, change) => sum + writeUnits(change), Math.max(0, writes - changes.length));
    write_units += units * (writes > 1 ? 2 : 1);
    return done;
  };
  const table: Table = {
    ...reads,
    write: (...writes) => noted(writes.length, () => stored.write(...writes)),
    update: (update) => noted(1, () => stored.update(update)),
  };
  return {
    table,
    /** What was consumed since the last time that this was asked. */
    consumed: () => {
      const so_far = { ...consumed(), write_units };
      write_units = 0;
      return so_far;
    },
  };
};
