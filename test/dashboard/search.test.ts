import { describe, expect, it } from 'vitest';
import { filterOf, isByJoinAt, searchOf } from '../../dashboard/bots/search.ts';

describe('the bots that an address asks for', () => {
  it('are those of every filter that the API has, days being those of whoever looks', () => {
    const search = searchOf({ show: 'coming', meeting: 'm', key: 'k', from: '2026-03-02', until: '2026-03-02' });
    const midnight = (day: number) => new Date(2026, 2, day).getTime();
    expect(filterOf(search)).toEqual({
      states: ['ready', 'scheduled', 'staged'],
      meeting_url: 'm',
      deduplication_key: 'k',
      join_at_after: new Date(midnight(2) - 1).toISOString(),
      join_at_before: new Date(midnight(3)).toISOString(),
    });
  });

  it('are all of them where it says nothing that is known', () => {
    expect(searchOf({ show: 'toString', meeting: '', key: 7, from: 'today', until: '2026-13-01', more: 'x' })).toEqual(
      {},
    );
    expect(filterOf({})).toEqual({});
  });

  it('are in the order of when they join where days are asked for alone, as the API answers them', () => {
    expect([{}, { until: '2026-03-02' }, { from: '2026-03-02', key: 'k' }].map(isByJoinAt)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
