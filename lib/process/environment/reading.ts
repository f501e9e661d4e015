/** How variables are read that hold lists, or that rows of a table have one each. */
import * as z from 'zod';
import { isDomain, isMeetingHost } from '../../domain/meeting/meeting-host.ts';

/** What stands between commas, in small letters. */
export const listed = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((one) => one.trim().toLowerCase() || []));
export const hostList = listed.refine((hosts) => hosts.every(isMeetingHost), {
  error: 'must be hosts with commas between, such as meet.example.com:8443',
});
export const domainList = listed.refine((domains) => domains.every(isDomain), {
  error: 'must be domains with commas between, such as example.com, without ports',
});

/** Each row's variable, read by one schema: answers what they say by the names of the rows. */
export const ofRows = <Row extends string, Schema extends z.ZodType>(
  rows: readonly Row[],
  variableOf: (row: Row) => string,
  schema: Schema,
) =>
  z
    .object(Object.fromEntries(rows.map((row) => [variableOf(row), schema])))
    .transform(
      (told) => Object.fromEntries(rows.map((row) => [row, told[variableOf(row)]])) as Record<Row, z.output<Schema>>,
    );
