/** What every home of the table does. An adapter is a table if this suite says so. */
import { afterAll, beforeAll, describe } from 'vitest';
import type { Table } from '../../lib/ports/table.ts';
import { describeConditions } from './table/conditions.ts';
import { itInPartitionOf } from './table/partition.ts';
import { describeQuerying } from './table/querying.ts';
import { describeReading } from './table/reading.ts';
import { describeWriting } from './table/writing.ts';

export interface TableUnderTest {
  readonly table: Table;
  close(): Promise<void>;
}

/** Runs the suite. */
export const describeTable = (name: string, open: () => Promise<TableUnderTest>): void => {
  describe(`the table, ${name}`, () => {
    let opened: TableUnderTest;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => opened?.close());

    const it = itInPartitionOf(() => opened.table);
    describeReading(it);
    describeQuerying(it);
    describeWriting(it);
    describeConditions(it);
  });
};
