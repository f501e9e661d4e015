import type { Table } from '../ports/table.ts';

/** As many as the table takes in one write. */
const mostAtOnce = 100;

/** Removes every item of a partition whose sort key begins with a prefix, however many they are. Safe to repeat. */
export const removeAll = async (table: Table, partition: string, prefix: string): Promise<void> => {
  for (;;) {
    const items = await table.query({ partition, prefix, limit: mostAtOnce });
    if (items.length === 0) return;
    await table.write(...items.map(({ pk, sk }) => ({ delete: { pk, sk } })));
  }
};
