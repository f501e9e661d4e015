import { describe, expect, it } from 'vitest';
import { mergedBots, type Read } from '../../dashboard/bots/merged.ts';

interface One {
  readonly id: string;
  readonly state?: string;
}
const bots = (...ids: string[]): One[] => ids.map((id) => ({ id }));
const merged = (read: Partial<Read<One>>) =>
  mergedBots({ pages: [], newest: undefined, live: [], again: new Map(), ...read }).map(({ id, state }) =>
    state ? `${id} ${state}` : id,
  );

describe('the list of bots, read page by page', () => {
  it('holds each once, newest first, as it was heard of last', () => {
    const newest = { bots: [{ id: '5' }, { id: '4', state: 'ended' }], isAll: false };
    expect(merged({ pages: bots('4', '3', '2', '1'), newest, live: [{ id: '2', state: 'live' }] })).toEqual([
      ...['5', '4 ended', '3', '2 live', '1'],
    ]);
  });

  it('leaves out who is not among the newest any more, and keeps the older ones', () => {
    const pages = bots('5', '4', '3', '2', '1');
    expect(merged({ pages, newest: { bots: bots('5', '3'), isAll: false } })).toEqual(['5', '3', '2', '1']);
    expect(merged({ pages, newest: { bots: bots('5', '3'), isAll: true } })).toEqual(['5', '3']);
    expect(merged({ pages, newest: { bots: [], isAll: true } })).toEqual([]);
  });

  it('knows of those that were read again by themselves, and of those that are gone', () => {
    const again = new Map([
      ['2', { state: 'ended' }],
      ['1', undefined],
      ['0', { state: 'ended' }],
    ]);
    expect(merged({ pages: bots('3', '2', '1'), again })).toEqual(['3', '2 ended']);
  });

  it('is put together at once of ten thousand', () => {
    const pages = bots(...Array.from({ length: 10_000 }, (_, i) => String(20_000 - i)));
    const found = merged({ pages, newest: { bots: pages.slice(0, 100), isAll: false } });
    expect([found.length, found[0], found.at(-1)]).toEqual([10_000, '20000', '10001']);
  });
});
