import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseWith } from '../../lib/api/parse.ts';
import { queryOf } from '../../lib/api/query.ts';
import { Moment, Since } from '../../lib/api/schemas/fields.ts';
import { ValidationError } from '../../lib/domain/errors.ts';

const Body = z.strictObject({ at: Moment.exactOptional(), since: Since });
const momentOf = (at: unknown) => new Date(parseWith(Body, { at }).at ?? '').toISOString();

describe('a time', () => {
  it.each([
    ['2026-12-05T10:00:00Z', '2026-12-05T10:00:00.000Z'],
    ['2026-12-05T10:00:00.123456+00:00', '2026-12-05T10:00:00.123Z'],
    ['2026-12-05T10:00Z', '2026-12-05T10:00:00.000Z'],
    ['2026-12-05T10:00+01:00', '2026-12-05T09:00:00.000Z'],
    ['2026-12-05T10:00-0230', '2026-12-05T12:30:00.000Z'],
    ['2026-12-05T10:00:00+0000', '2026-12-05T10:00:00.000Z'],
    ['2026-12-05T10:00:00.5-0800', '2026-12-05T18:00:00.500Z'],
  ])('of ISO 8601 is taken in each of its forms: %s', (given, meant) => {
    expect(momentOf(given)).toBe(meant);
  });

  it.each([
    ['since=2026-12-05T10:00:00+01:00', '2026-12-05T09:00:00.000Z'],
    ['since=2026-12-05T10:00:00+0100', '2026-12-05T09:00:00.000Z'],
    ['since=2026-12-05T10:00+01:00', '2026-12-05T09:00:00.000Z'],
    ['since=2026-12-05T10:00:00%2B01:00', '2026-12-05T09:00:00.000Z'],
    ['since=2026-12-05T10:00:00-01:00', '2026-12-05T11:00:00.000Z'],
  ])('in a query may have a plus that nobody escaped: %s', (query, meant) => {
    expect(parseWith(Body, queryOf(query)).since?.toISOString()).toBe(meant);
  });

  it.each<unknown>([
    '2026-12-05T10:00:00',
    '2026-12-05T10:00',
    '2026-12-05',
    '2026-1205',
    '2026-12-05 10:00',
    '2026-12-05T10:00:00 +01:00',
    '2026-12-05T10:00:00 01:00',
    '2026-12-05T10:00:00+25:00',
    '2026-02-30T10:00Z',
    '2026-12-05T1000Z',
    'tomorrow',
    '',
    1_796_464_800,
    null,
  ])('without a zone, or no time at all, is refused with what to write: %j', (at) => {
    const sentence = 'must be an ISO 8601 date-time with a time zone, such as 2026-11-20T09:00:00Z';
    expect(() => parseWith(Body, { at })).toThrow(new ValidationError({ at: [sentence] }));
  });
});
