/** Tells a table of signs from what it was before a change. Pure. */
import { createHash } from 'node:crypto';
import { entriesOf, type SignTable } from './sign-table.ts';

/** The day when an entry of it was seen last, and a digest of all of it. */
export const tableVersion = (table: SignTable): string => {
  const newest = entriesOf(table)
    .map(({ seen_on }) => seen_on)
    .toSorted()
    .at(-1);
  return `${newest}.${createHash('sha256').update(JSON.stringify(table)).digest('hex').slice(0, 12)}`;
};
