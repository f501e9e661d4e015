import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseWith } from '../../lib/api/parse.ts';
import { ConfRtms } from '../../lib/domain/app-session/stream.ts';
import { ValidationError } from '../../lib/domain/errors.ts';

const Meeting = z.strictObject({
  url: z.url({ error: 'must be a URL' }),
  seats: z.int().min(2).max(16),
  titles: z.array(z.string().min(1).max(5)).min(1).optional(),
  view: z.enum(['speaker', 'gallery']).default('speaker'),
});
const good = { url: 'https://example.com/', seats: 4 };

const faultsIn = (value: unknown): unknown => {
  try {
    return parseWith(Meeting, value);
  } catch (error) {
    expect(error).toBeInstanceOf(ValidationError);
    return (error as ValidationError).errors;
  }
};

describe('what came over the wire', () => {
  it('becomes what the schema promises', () => {
    expect(parseWith(Meeting, good)).toEqual({ ...good, view: 'speaker' });
  });

  it('is refused with the same sentences in what a client forwards', () => {
    const faultsOf = (given: unknown) => {
      try {
        return parseWith(ConfRtms, given);
      } catch (error) {
        return (error as ValidationError).errors;
      }
    };
    expect(faultsOf({})).toEqual({ rtms_stream_id: ['is required'], server_urls: ['is required'] });
    expect(faultsOf({ payload: { object: { rtms_stream_id: 7, server_urls: 7 } } })).toEqual({
      rtms_stream_id: ['must be a string, not a number'],
      server_urls: ['must be the addresses of servers, in a list or in a text'],
    });
  });

  it.each<[unknown, object]>([
    [undefined, { body: ['is required'] }],
    [[], { body: ['must be an object, not an array'] }],
    [{ url: good.url }, { seats: ['is required'] }],
    // Also where the schema has a sentence of its own for what is wrong.
    [{ seats: good.seats }, { url: ['is required'] }],
    [{ ...good, seats: null }, { seats: ['must be a number, not null'] }],
    [{ ...good, seats: '4' }, { seats: ['must be a number, not a string'] }],
    [{ ...good, seats: 4.5 }, { seats: ['must be a whole number'] }],
    [{ ...good, seats: 1 }, { seats: ['must be at least 2'] }],
    [{ ...good, seats: 17 }, { seats: ['must be at most 16'] }],
    [{ ...good, titles: [] }, { titles: ['must not be empty'] }],
    [{ ...good, titles: '' }, { titles: ['must be an array, not a string'] }],
    [{ ...good, titles: [[]] }, { 'titles.0': ['must be a string, not an array'] }],
    [{ ...good, titles: ['a', ''] }, { 'titles.1': ['must not be empty'] }],
    [{ ...good, titles: ['longer'] }, { 'titles.0': ['must be at most 5 characters'] }],
    [{ ...good, view: 'all' }, { view: ['must be one of "speaker", "gallery"'] }],
    [{ ...good, url: 'nowhere' }, { url: ['must be a URL'] }],
  ])('is refused, with the field and what to change in it: %j', (value, errors) => {
    expect(faultsIn(value)).toEqual(errors);
  });

  it('is told that a word is missing before which words there are', () => {
    expect(() => parseWith(z.object({ view: z.enum(['speaker', 'gallery']) }), {})).toThrow('view: is required');
  });

  it.each([
    [{ bot_nmae: 'A' }, 'bot_nmae: is not a known field: did you mean bot_name?'],
    [{ settings: { veiw: 1 } }, 'settings.veiw: is not a known field: did you mean view?'],
    [{ hooks: [{ ulr: 1 }] }, 'hooks.0.ulr: is not a known field'],
    [{ colour: 'red' }, 'colour: is not a known field'],
  ])('is told which field was meant where one is near: %j', (value, says) => {
    const schema = z.strictObject({
      bot_name: z.string().optional(),
      settings: z.strictObject({ view: z.string().optional() }).prefault({}),
      hooks: z.array(z.strictObject({ url: z.string().optional() })).optional(),
    });
    expect(() => parseWith(schema, value)).toThrow(says);
  });

  it('is told of twenty unknown fields by name, and how many more there are', () => {
    const names = Array.from({ length: 25 }, (_, i) => `chair_${i}`);
    const unknown = Object.fromEntries(names.map((name) => [name, 1]));
    expect(faultsIn({ ...good, ...unknown })).toEqual({
      ...Object.fromEntries(names.slice(0, 20).map((name) => [name, ['is not a known field']])),
      body: ['holds more fields that are not known: 5'],
    });
  });

  it('is told of a hundred faults, and how many more there are', () => {
    const errors = faultsIn({ ...good, titles: Array(103).fill(7) });
    expect(Object.keys(errors as object).slice(-2)).toEqual(['titles.99', 'body']);
    expect(errors).toMatchObject({ body: ['has more faults than are told: 3'] });
  });

  it('is told of every fault at once, unknown fields too', () => {
    expect(faultsIn({ url: 5, seats: 1, chairs: 3, tables: 1 })).toEqual({
      url: ['must be a URL'],
      seats: ['must be at least 2'],
      chairs: ['is not a known field'],
      tables: ['is not a known field'],
    });
  });
});
