import { describe, expect, it } from 'vitest';
import { hasGap, mergedBots, pagesOf, type Read } from '../../../dashboard/bots/merged.ts';

interface One {
  readonly id: string;
  readonly state?: string;
  readonly join_at?: string;
}
const bots = (...ids: string[]): One[] => ids.map((id) => ({ id }));
const placeOf = ({ id }: One) => id;
const merged = (read: Partial<Read<One>>) =>
  mergedBots({ placeOf, pages: [], again: [], ...read }).map(({ id, state }) => (state ? `${id} ${state}` : id));

describe('the list of bots, read page by page', () => {
  it('holds each once, newest first, as it was heard of last', () => {
    const newest = { bots: [{ id: '5' }, { id: '4', state: 'ended' }], isAll: false };
    const seen = { bots: [{ id: '2', state: 'live' }], isAll: false, after: '3' };
    expect(merged({ pages: bots('4', '3', '2', '1'), again: [seen, newest] })).toEqual([
      ...['5', '4 ended', '3', '2 live', '1'],
    ]);
  });

  it('leaves out who is not among the newest any more, and keeps the older ones', () => {
    const pages = bots('5', '4', '3', '2', '1');
    expect(merged({ pages, again: [{ bots: bots('5', '3'), isAll: false }] })).toEqual(['5', '3', '2', '1']);
    expect(merged({ pages, again: [{ bots: bots('5', '3'), isAll: true }] })).toEqual(['5', '3']);
    expect(merged({ pages, again: [{ bots: [], isAll: true }] })).toEqual([]);
  });

  it('leaves out who is gone where somebody looks, far from the newest, and keeps all others', () => {
    const pages = bots('6', '5', '4', '3', '2', '1');
    expect(merged({ pages, again: [{ bots: bots('4', '2'), isAll: false, after: '5' }] })).toEqual([
      ...['6', '5', '4', '2', '1'],
    ]);
    expect(merged({ pages, again: [{ bots: bots('3'), isAll: true, after: '5' }] })).toEqual(['6', '5', '3']);
  });

  it('believes the upper one where two tell of the same', () => {
    const lower = { bots: bots('1'), isAll: true, after: '4' };
    const upper = { bots: [{ id: '3', state: 'live' }], isAll: false };
    expect(merged({ pages: bots('4', '3', '2', '1'), again: [lower, upper] })).toEqual(['3 live', '1']);
  });

  it('leaves out nobody for what was read and is empty, though others follow', () => {
    expect(merged({ pages: bots('2', '1'), again: [{ bots: [], isAll: false }] })).toEqual(['2', '1']);
  });

  it('is in the order of when they join where it is read in that', () => {
    const [first, second, third] = ['3', '1', '2'].map((id, day) => ({ id, join_at: `2026-03-0${day + 1}` }));
    const byJoinAt = ({ id, join_at }: One) => `${join_at} ${id}`;
    const read = { placeOf: byJoinAt, pages: [third, second, first].flatMap((one) => one ?? []) };
    expect(merged(read)).toEqual(['2', '1', '3']);
    expect(merged({ ...read, again: [{ bots: third ? [third] : [], isAll: false }] })).toEqual(['2', '1', '3']);
  });

  it('is put together at once of ten thousand', () => {
    const pages = bots(...Array.from({ length: 10_000 }, (_, i) => String(20_000 - i)));
    const found = merged({ pages, again: [{ bots: pages.slice(0, 100), isAll: false }] });
    expect([found.length, found[0], found.at(-1)]).toEqual([10_000, '20000', '10001']);
  });
});

describe('what is read again', () => {
  it.each([
    ['others may lie between', ['9', '8'], false, true],
    ['they reach to what was read', ['9', '3'], false, false],
    ['there are no others', ['9', '8'], true, false],
    ['there are none', [], false, false],
  ] as const)('are the pages, where the newest are so many more that %s: %j', (_, newest, isAll, isSo) => {
    expect(hasGap(placeOf, bots('3', '2'), { bots: bots(...newest), isAll })).toBe(isSo);
  });

  it('are the pages that hold what is in sight; what is in none follows the newest', () => {
    const pages = [bots('5', '4'), bots('3', '2'), bots('1')];
    expect(pagesOf(pages, new Set(['2', '1']))).toEqual([1, 2]);
    expect(pagesOf(pages, new Set(['7', '5']))).toEqual([0]);
    expect(pagesOf(pages, new Set(['6', '2']))).toEqual([0, 1]);
    expect(pagesOf(pages, new Set())).toEqual([]);
  });
});
