import { describe, expect, it } from 'vitest';
import { cursorOf, type ListRequest, presentPage, withQueryOfCursor } from '../../lib/api/paging.ts';
import { InvalidCursorError } from '../../lib/domain/errors.ts';
import type { Cursor } from '../../lib/domain/page.ts';

const cursor: Cursor = { position: 'bot_2', direction: 'next' };
const request = (changes: Partial<ListRequest> = {}): ListRequest => ({
  url: 'https://api.example.com/api/v1/bots',
  query: { states: ['ended', 'joining'], page_size: '5' },
  project_id: 'prj_1',
  cursor_secret: 'secret',
  ...changes,
});
const page = presentPage({ results: [1, 2], next: cursor, previous: undefined }, request(), (n) => ({ n }));
const next = new URL(page.next ?? '');
const queryWith = (query: ListRequest['query']): ListRequest['query'] => ({
  ...query,
  cursor: next.searchParams.get('cursor') ?? '',
});

describe('a page', () => {
  it('has what is on it, and whole addresses of its neighbours', () => {
    expect(page).toEqual({ next: expect.any(String), previous: null, results: [{ n: 1 }, { n: 2 }] });
    expect(next.origin + next.pathname).toBe(request().url);
    expect(next.searchParams.getAll('states')).toEqual(['ended', 'joining']);
    expect(next.searchParams.get('page_size')).toBe('5');
  });

  it('is where its address leads, also in other sizes and with the filters in another order', () => {
    expect(cursorOf(request({ query: queryWith(request().query) }))).toEqual(cursor);
    expect(cursorOf(request({ query: queryWith({ page_size: '50', states: ['ended', 'joining'] }) }))).toEqual(cursor);
    expect(cursorOf(request())).toBeUndefined();
  });

  it('is led to by its cursor alone too, in its size unless another is asked for', () => {
    const [whole, larger] = [{}, { page_size: '50' }].map((query) =>
      withQueryOfCursor(request({ query: queryWith(query) })),
    );
    expect(whole?.query).toEqual(queryWith(request().query));
    expect(larger?.query).toEqual(queryWith({ ...request().query, page_size: '50' }));
    expect([whole, larger].map((asked) => asked && cursorOf(asked))).toEqual([cursor, cursor]);
  });

  it.each<[string, Partial<ListRequest>]>([
    ['is of another project', { project_id: 'prj_2' }],
    ['is of another list', { url: 'https://api.example.com/api/v1/bots/bot_1/transcript' }],
    ['is of another secret', { cursor_secret: 'guess' }],
    ['comes with other filters', { query: queryWith({ states: 'ended' }) }],
    [
      'was made up',
      { query: { cursor: Buffer.from('0123456789ab{"query":{"states":"ended"}}').toString('base64url') } },
    ],
    ['is none', { query: { cursor: 'MDEyMzQ1Njc4OWFibnVsbA' } }],
  ])('has no more filters where a cursor %s', (_, changes) => {
    const asked = request({ query: queryWith({}), ...changes });
    expect(withQueryOfCursor(asked)).toBe(asked);
    expect(() => cursorOf(asked)).toThrow(InvalidCursorError);
  });

  it('has a cursor that fits, also with long filters, which have to go with it then', () => {
    const query = { meeting_url: `https://example.com/${'ä'.repeat(2_000)}` };
    const { next } = presentPage({ results: [], next: cursor, previous: undefined }, request({ query }), (n) => n);
    const long = new URL(next ?? '').searchParams.get('cursor') ?? '';
    expect(long.length).toBeLessThan(2_048);
    expect(cursorOf(request({ query: { ...query, cursor: long } }))).toEqual(cursor);
    expect(() => cursorOf(withQueryOfCursor(request({ query: { cursor: long } })))).toThrow(InvalidCursorError);
  });

  it.each<[string, Partial<ListRequest>]>([
    ['another project', { project_id: 'prj_2' }],
    ['another list', { url: 'https://api.example.com/api/v1/bots/bot_1/transcript' }],
    ['other filters', { query: queryWith({ states: 'ended' }) }],
    ['another secret', { cursor_secret: 'guess' }],
  ])('is not for %s', (_, changes) => {
    const asked = request({ query: queryWith(request().query), ...changes });
    expect(() => cursorOf(asked)).toThrow(InvalidCursorError);
  });
});
