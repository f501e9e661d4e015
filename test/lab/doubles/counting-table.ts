import type { Table } from '../../../lib/ports/table.ts';

/** A table that remembers which of its methods were called. */
export const countingTable = (table: Table) => {
  const called: (keyof Table)[] = [];
  const counted = <M extends keyof Table>(method: M): Table[M] =>
    ((...given: unknown[]) => {
      called.push(method);
      return (table[method] as (...given: unknown[]) => unknown)(...given);
    }) as Table[M];
  return {
    table: {
      get: counted('get'),
      getMany: counted('getMany'),
      query: counted('query'),
      write: counted('write'),
      update: counted('update'),
    } satisfies Table,
    /** What was called since the last time that this was asked. */
    calls: (): (keyof Table)[] => called.splice(0),
  };
};
