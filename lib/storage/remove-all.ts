import { portionsOf } from '../domain/portions.ts';
import { type Item, mostWrites, type Table } from '../ports/table.ts';

/** DynamoDB takes 4 MB in one write, and does not say whether what is removed counts. */
const mostBytes = 3_000_000;

const bytesOf = (item: Item): number => Buffer.byteLength(JSON.stringify(item));

/**
 * Removes every item of a partition whose sort key begins with a prefix, or those of them that are meant, however many
 * they are. Safe to repeat.
 */
export const removeAll = async (
  table: Table,
  partition: string,
  prefix: string,
  isMeant: (item: Item) => boolean = () => true,
): Promise<void> => {
  let lastLeft: string | undefined;
  for (;;) {
    const after = lastLeft === undefined ? {} : { after: lastLeft };
    const items = await table.query({ partition, prefix, limit: mostWrites, ...after });
    if (items.length === 0) return;
    const meant = new Set(items.filter(isMeant));
    for (const portion of portionsOf([...meant], bytesOf, { bytes: mostBytes })) {
      await table.write(...portion.map(({ pk, sk }) => ({ delete: { pk, sk } })));
    }
    lastLeft = items.findLast((item) => !meant.has(item))?.sk ?? lastLeft;
  }
};
