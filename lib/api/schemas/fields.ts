/**
 * What bodies and queries of the API are made of: parsed on the way in, described in OpenAPI, and checked on the way out
 * by tests.
 */
import * as z from 'zod';
import { jsonRecord } from '../../domain/json-record.ts';

export const Metadata = jsonRecord(8192);

/** In the form that is checked: seconds and an offset's colon may be left out. */
const written = (time: string): string =>
  time.replace(/(T\d\d:\d\d)(?=[Z+-])/, '$1:00').replace(/(\d\d)(\d\d)$/, '$1:$2');

const DateTime = z.iso.datetime({
  offset: true,
  error: 'must be an ISO 8601 date-time with a time zone, such as 2026-11-20T09:00:00Z',
});

export const Moment = z.preprocess((given) => (typeof given === 'string' ? written(given) : given), DateTime);

/** In a query, where a plus that nobody has escaped arrives as a blank. */
export const QueryMoment = z.preprocess(
  (given) => (typeof given === 'string' ? given.replace(' ', '+') : given),
  Moment,
);

/** A moment in a query, as a Date. */
export const Since = QueryMoment.transform((text) => new Date(text)).optional();

/** The envelope of every list that pages. `next` and `previous` are absolute URLs. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ next: z.url().nullable(), previous: z.url().nullable(), results: z.array(item) });

/** A query parameter that may be repeated, or hold several values between commas. */
export const several = <T extends z.ZodType>(item: T) =>
  z.preprocess((given) => [given].flat().flatMap((value) => String(value).split(',')), z.array(item));

const wholeTo100 = { error: 'must be a whole number from 1 to 100' };
/** The parameters of every list that pages. */
export const paging = {
  cursor: z.string().min(1).max(2048).optional(),
  page_size: z.preprocess(
    // Number knows more ways to write one: 0x10, 1e1.
    (given) => (/^\d+$/.test(String(given)) ? Number(given) : given),
    z.int(wholeTo100).min(1, wholeTo100).max(100, wholeTo100).default(25),
  ),
};

export const NoQuery = z.strictObject({});
