import { describe, expect, it } from 'vitest';
import { mergedBots, type Read } from '../../dashboard/bots/merged.ts';

interface One {
  readonly id: string;
  readonly state?: string;
  readonly join_at?: string;
}
const bots = (...ids: string[]): One[] => ids.map((id) => ({ id }));
const merged = (read: Partial<Read<One>>) =>
  mergedBots({ placeOf: ({ id }) => id, pages: [], newest: undefined, live: [], again: new Map(), ...read }).map(
    ({ id, state }) => (state ? `${id} ${state}` : id),
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

  it('leaves out nobody for a first page that is empty, though others follow', () => {
    expect(merged({ pages: bots('2', '1'), newest: { bots: [], isAll: false } })).toEqual(['2', '1']);
  });

  it('is in the order of when they join where it is read in that', () => {
    const [first, second, third] = ['3', '1', '2'].map((id, day) => ({ id, join_at: `2026-03-0${day + 1}` }));
    const placeOf = ({ id, join_at }: One) => `${join_at} ${id}`;
    const read = { placeOf, pages: [third, second, first].flatMap((one) => one ?? []) };
    expect(merged(read)).toEqual(['2', '1', '3']);
    expect(merged({ ...read, newest: { bots: third ? [third] : [], isAll: false } })).toEqual(['2', '1', '3']);
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
