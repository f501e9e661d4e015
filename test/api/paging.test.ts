import { describe, expect, it } from 'vitest';
import { cursorOf, type ListRequest, presentPage } from '../../lib/api/paging.ts';
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
