import { type Item, type Key, mostKeys, type Table } from '../ports/table.ts';

/** The items with these keys that there are, in their order, however many. What else stands beside a key is left out. */
export const getAll = async (table: Pick<Table, 'getMany'>, keys: readonly Key[]): Promise<Item[]> => {
  const items: Item[] = [];
  for (let i = 0; i < keys.length; i += mostKeys) {
    const some = keys.slice(i, i + mostKeys).map(({ pk, sk }) => ({ pk, sk }));
    items.push(...(await table.getMany(some)));
  }
  return items;
};
