import { describe, expect, it, vi } from 'vitest';
import { filterOf, isByJoinAt, searchOf, shownStates } from '../../../dashboard/bots/search.ts';
import { stateOf } from '../../../dashboard/bots/words.ts';
import { botStates } from '../../../lib/domain/bot/lifecycle.ts';

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

  it.each([
    ['Pacific/Kiritimati', '2027-01-01', '2026-12-31T09:59:59.999Z', '2027-01-01T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2028-02-29', '2028-02-29T10:59:59.999Z', '2028-03-01T11:00:00.000Z'],
    ['Europe/Berlin', '2027-03-28', '2027-03-27T22:59:59.999Z', '2027-03-28T22:00:00.000Z'],
    // No midnight comes on the day that clocks are put forward, and 23 o'clock twice on the one before they are put back.
    ['America/Santiago', '2026-09-05', '2026-09-05T03:59:59.999Z', '2026-09-06T04:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T03:59:59.999Z', '2026-09-07T03:00:00.000Z'],
    ['America/Santiago', '2027-04-03', '2027-04-03T02:59:59.999Z', '2027-04-04T04:00:00.000Z'],
  ])(
    'are of the whole day, and no more, wherever one looks: in %s of %s',
    (zone, day, join_at_after, join_at_before) => {
      vi.stubEnv('TZ', zone);
      expect(filterOf({ from: day, until: day })).toEqual({ join_at_after, join_at_before });
    },
  );

  it.each(botStates)('are those in one state, any that the table has, rather than in several: %s', (state) => {
    const search = searchOf({ show: 'live', state });
    expect(search).toEqual({ state });
    expect(filterOf(search)).toEqual({ states: [state] });
    expect(stateOf({ state, events: [] })[0]).toMatch(/^[A-Z]/);
  });

  it('are in one of every state, whichever of those that people ask for they belong to', () => {
    const { all, ...grouped } = shownStates;
    expect(all).toBeUndefined();
    expect(Object.values(grouped).flat().toSorted()).toEqual(botStates.toSorted());
  });

  it('are all of them where it says nothing that is known', () => {
    expect(
      searchOf({
        show: 'toString',
        state: 'valueOf',
        meeting: '',
        key: 7,
        from: 'today',
        until: '2026-13-01',
        more: 'x',
      }),
    ).toEqual({});
    expect(searchOf({ from: '2027-02-29', until: '2028-02-29' })).toEqual({ until: '2028-02-29' });
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
