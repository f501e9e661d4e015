/** Which entries of a table did not hold on a page: what its maker may have changed. Pure. */
import type { SignTable, StateRow } from './sign-table.ts';

/** Signs that stand for each other. */
const groupsOf = ({ signs }: StateRow): (readonly string[])[] =>
  [...Map.groupBy(signs, ({ part, class: kind }) => part ?? kind).values()].map((group) => group.map(({ id }) => id));

const holdsAny = (group: readonly string[], held: ReadonlySet<string>): boolean => group.some((id) => held.has(id));

/** The rows among these that most of holds. */
export const nearestRows = (rows: readonly StateRow[], held: ReadonlySet<string>): StateRow[] => {
  const shares = rows
    .filter(({ overlay, signs }) => !overlay && signs.length > 0)
    .map((row) => {
      const groups = groupsOf(row);
      return { row, share: groups.filter((group) => holdsAny(group, held)).length / groups.length };
    });
  const best = Math.max(0, ...shares.map(({ share }) => share));
  return shares.flatMap(({ row, share }) => (share === best ? row : []));
};

/** The entries of rows that did not hold, and nothing that stands for them either. */
export const missedOf = (rows: readonly StateRow[], held: ReadonlySet<string>): string[] => [
  ...new Set(rows.flatMap((row) => groupsOf(row).flatMap((group) => (holdsAny(group, held) ? [] : group)))),
];

/** The same of the row that a page was taken for, or else of those that it comes nearest to, where anything of them held. */
export const missedEntries = (
  { states }: SignTable,
  row: StateRow | undefined,
  held: ReadonlySet<string>,
): string[] => {
  if (row) return missedOf([row], held);
  return missedOf(
    nearestRows(states, held).filter((one) => groupsOf(one).some((group) => holdsAny(group, held))),
    held,
  );
};
