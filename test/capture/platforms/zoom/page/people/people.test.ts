import { describe, expect, it } from 'vitest';
import {
  countIn,
  createPeople,
  listIn,
  rowsIn,
  untoldOf,
} from '../../../../../../lib/capture/platforms/zoom/page/people/people.ts';
import { createWho } from '../../../../../../lib/capture/platforms/zoom/page/people/who.ts';
import { createRoster } from '../../../../../../lib/capture/session/people/roster.ts';
import { aClient, aList, aNewerList, aRow } from '../client.ts';

describe("people whom Zoom's client counts, and does not tell of", () => {
  it('are those beside the bot of whom neither its list nor its pictures say anything', () => {
    const [bot, ada] = [{ is_self: true }, { is_self: false }];
    expect(untoldOf(3, [bot])).toBe(2);
    expect(untoldOf(3, [bot, ada])).toBe(1);
    expect(untoldOf(3, [])).toBe(2);
    expect([untoldOf(2, [bot, ada]), untoldOf(1, []), untoldOf(1, [bot]), untoldOf(1, [bot, ada])]).toEqual([
      0, 0, 0, 0,
    ]);
    expect(untoldOf(undefined, [bot])).toBe(0);
  });

  it('are all others where the list cannot be opened, and no picture has a name', () => {
    let now_ms = 0;
    const client = aClient('<span class="footer-button__number-counter"><span>3</span></span>');
    const people = createPeople(() => 'Notes');
    const who = createWho({ people, shown: () => [], ownName: () => 'Notes', now: () => now_ms });
    who.present(true);
    now_ms = 60_000;
    expect(who.present(true).map(({ name }) => name)).toEqual(['Notes']);
    expect(untoldOf(countIn(client), who.present(true))).toBe(2);
  });
});

const rows = (...list: readonly string[]) => rowsIn(aClient(aList(...list)));
const look = (...list: readonly string[]) => {
  const people = createPeople();
  people.look(rows(...list), list.length, true);
  return people;
};

describe("the list of people in Zoom's client", () => {
  it('says who is there, who the host and who the bot is, whose camera is on and who shares', () => {
    const people = look(
      aRow(0, 'Notes', { label: '(Me)', state: 'no audio connected,video off' }),
      aRow(1, 'Ada', { label: '(Host)', state: 'computer audio unmuted,video on, screen sharing' }),
      aRow(2, 'Ben', { label: '(Co-host)' }),
    );
    const plain = {
      user_uuid: null,
      is_host: false,
      is_self: false,
      has_camera: false,
      is_sharing: false,
      joined_at_ms: null,
    };
    expect(people.all).toEqual([
      { ...plain, id: '1:Notes', name: 'Notes', is_self: true },
      { ...plain, id: '1:Ada', name: 'Ada', is_host: true, has_camera: true, is_sharing: true },
      { ...plain, id: '1:Ben', name: 'Ben' },
    ]);
    expect(people.self?.id).toBe('1:Notes');
  });

  it('knows the host who is the bot itself, and parentheses that belong to a name', () => {
    const people = look(aRow(0, 'Notes (EU)', { label: '(Host, Me)' }));
    expect(people.all).toMatchObject([{ name: 'Notes (EU)', is_host: true, is_self: true }]);
  });

  it.each([
    ['6.2.0', aList],
    ['7.2.0', aNewerList],
  ])('is found in the client %s', (_, list) => {
    const people = createPeople();
    const client = aClient(
      list(
        // Without a label of the state, and with the mark close to the name.
        '<div class="participants-li"><span class="participants-item__display-name">Notes</span><span>(Me)</span></div>',
        aRow(1, 'Ada', { label: '(Host)' }),
      ),
    );
    expect(listIn(client)?.querySelectorAll('.participants-li').length).toBe(2);
    people.look(rowsIn(client), 2, true);
    expect(people.all.map(({ name }) => name)).toEqual(['Notes', 'Ada']);
  });

  it('leaves out who still waits to be let in', () => {
    const waiting = aRow(0, 'Zoe').replace('participants-list-0', 'waitingRoom-li-0');
    expect(look(waiting, aRow(0, 'Ada')).all.map(({ name }) => name)).toEqual(['Ada']);
  });

  it('leaves out who was invited and has not come, and the line that counts those who only listen by phone', () => {
    const invited = `<li role="application" id="not-joined-item-0" class="item-pos participants-li not-joined-item">
      <div class="not-joined-item__right-section"><span class="not-joined-item__name">Zoe</span></div></li>`;
    const byPhone = '<div class="item-pos participants-li participants-callin">Total 3 phone call-in listener</div>';
    expect(look(byPhone, aRow(0, 'Ada'), invited).all.map(({ name }) => name)).toEqual(['Ada']);
  });

  it('calls nobody by their pronouns, which only some parts of the client show with a name', () => {
    const shown = (row: string, as: string) => row.replace('display-name">Ada', `display-name">${as}`);
    const people = look(
      shown(aRow(0, 'Ada', { label: '(Host, Guest)' }), 'Ada (she/her)'),
      aRow(1, 'Ben (EU)'),
      shown(aRow(2, 'Ada'), 'Ada (they/them)'),
      aRow(3, 'Lovelace, Ada'),
    );
    expect(people.all.map(({ id }) => id)).toEqual(['1:Ada', '1:Ben (EU)', '2:Ada', '1:Lovelace, Ada']);
    expect(['Ada (they/them)', 'Ben (EU)', 'Zoe (she/her)'].map(people.nameOf)).toEqual([
      'Ada',
      'Ben (EU)',
      'Zoe (she/her)',
    ]);
  });

  it('takes for the bot whoever has its name, where no row is marked', () => {
    const people = createPeople(() => 'Notes');
    people.look(rows(aRow(0, 'Ada'), aRow(1, 'Notes')), 2, true);
    expect(people.self?.name).toBe('Notes');
  });

  it('tells two of one name apart, of whom it finds the one who is not muted, and nobody where both can be heard', () => {
    const people = look(aRow(0, 'Maya', { state: 'computer audio muted,video off' }), aRow(1, 'Maya'));
    expect(people.all.map(({ id }) => id)).toEqual(['1:Maya', '2:Maya']);
    expect(people.find('Maya')?.id).toBe('2:Maya');
    expect(people.find('Zoe')).toBeUndefined();
    expect(look(aRow(0, 'Maya'), aRow(1, 'Maya')).find('Maya')).toBeUndefined();
    expect(look(aRow(0, 'Maya', { state: 'computer audio muted,video off' })).find('Maya')?.id).toBe('1:Maya');
  });

  it.each([
    ['the first', [aRow(0, 'Maya')]],
    ['the second', [aRow(0, 'Maya', { label: '(Host)' })]],
  ])('tells of two of one name that each came, and that one left, whichever it was: %s', (_, left) => {
    const people = createPeople();
    const roster = createRoster({ bot_id: 'bot_1', bot_name: 'Notes' });
    const see = (now_ms: number, ...list: readonly string[]) => {
      people.look(rows(...list), list.length, true);
      return roster
        .look(people.all, [], now_ms)
        .map(({ event_type, participant_name }) => [event_type, participant_name]);
    };
    const both = [aRow(0, 'Maya', { label: '(Host)' }), aRow(1, 'Maya')];
    const sortedAnew = [aRow(0, 'Maya'), aRow(1, 'Maya', { label: '(Host)' })];
    const told = [both, sortedAnew, left, left, left].flatMap((list, look) => see(1_000 * (look + 1), ...list));
    expect(told).toEqual([
      ['join', 'Maya'],
      ['join', 'Maya'],
      ['leave', 'Maya'],
    ]);
  });

  it('is whole once all whom the client counts were seen, and not once there are more', () => {
    const people = createPeople();
    const wholeAfter = (list: readonly string[], count: number | undefined, isAtEnd: boolean): boolean => {
      people.look(rows(...list), count, isAtEnd);
      return people.isWhole;
    };
    const [upper, lower] = [[aRow(0, 'Ada'), aRow(1, 'Ben')], [aRow(2, 'Chloe')]];
    expect(people.isWhole).toBe(false);
    expect(wholeAfter([], undefined, true)).toBe(false);
    expect(wholeAfter(upper, 3, false)).toBe(false);
    expect(wholeAfter(lower, 3, true)).toBe(true);
    expect(wholeAfter(upper, 4, false)).toBe(false);
    expect(wholeAfter(upper, undefined, true)).toBe(true);
  });

  it('tells how many there are by the bar, or by its own end, and not in its midst', () => {
    const people = createPeople();
    const counted = (list: readonly string[], count: number | undefined, isAtEnd: boolean): number | undefined => {
      people.look(rows(...list), count, isAtEnd);
      return people.count;
    };
    const [upper, lower] = [[aRow(0, 'Ada'), aRow(1, 'Ben')], [aRow(2, 'Chloe')]];
    expect(people.count).toBeUndefined();
    expect(counted(upper, 9, false)).toBe(9);
    expect(counted(upper, undefined, false)).toBeUndefined();
    expect(counted(lower, undefined, true)).toBe(3);
    expect(counted(upper, undefined, false)).toBeUndefined();
  });

  it('is gone through to its end where nothing counts it, and nobody leaves when the client sorts it anew', () => {
    const people = createPeople();
    const view = 12;
    const names = () => people.all.map(({ name }) => name).toSorted();
    const show = (list: readonly string[], from: number, count?: number): boolean => {
      const shown = list.slice(from, from + view).map((name, at) => aRow(from + at, name));
      return people.look(rows(...shown), count, from + view >= list.length);
    };
    const goThrough = (list: readonly string[]): void => {
      for (let from = 0; show(list, from) && from + view < list.length; ) from += view - 1;
    };
    const all = Array.from({ length: 40 }, (_, at) => `P${at + 10}`);
    show(all.slice(0, 8), 0, 8);
    expect([show(all, 0), people.isWhole]).toEqual([true, false]);
    goThrough(all);
    expect([names(), people.isWhole]).toEqual([all, true]);
    const sorted = [...all.slice(20), ...all.slice(0, 20)];
    show(sorted, 0);
    expect(names()).toEqual(all);
    goThrough(sorted);
    expect(names()).toEqual(all);
    show(sorted, 0);
    for (const from of [11, 22, 33]) show(all, from);
    expect(names()).toEqual(all);
    goThrough(all.slice(1));
    expect(names()).toEqual(all.slice(1));
    goThrough(all.slice(0, 3));
    expect([names(), people.isWhole]).toEqual([all.slice(0, 3), true]);
  });

  it('keeps whom it has no rows for, until the end of the list was seen without them', () => {
    const people = createPeople();
    const names = () => people.all.map(({ name }) => name).toSorted();
    expect(people.look(rows(aRow(0, 'Ada'), aRow(1, 'Ben')), 4, false)).toBe(true);
    expect(people.look(rows(aRow(2, 'Chloe'), aRow(3, 'Dan')), 4, true)).toBe(true);
    expect(names()).toEqual(['Ada', 'Ben', 'Chloe', 'Dan']);
    people.look(rows(aRow(0, 'Ada'), aRow(1, 'Chloe')), 3, false);
    expect(names()).toEqual(['Ada', 'Ben', 'Chloe', 'Dan']);
    people.look(rows(aRow(2, 'Dan')), 3, true);
    expect(names()).toEqual(['Ada', 'Chloe', 'Dan']);
  });

  it('finds nobody twice, and misses nobody, while the client sorts the list anew', () => {
    const people = createPeople();
    const told: string[][] = [];
    const see = (from: number, ...names: readonly string[]): void => {
      people.look(rows(...names.map((name, at) => aRow(from + at, name))), 5, from > 0);
      told.push(people.all.map(({ name }) => name).toSorted());
    };
    see(0, 'Ada', 'Ben', 'Chloe');
    see(2, 'Dan', 'Eve', 'Ada');
    see(0, 'Ben', 'Chloe', 'Dan');
    see(2, 'Chloe', 'Eve', 'Ada');
    see(0, 'Dan', 'Ben', 'Chloe');
    see(2, 'Chloe', 'Eve', 'Fay');
    expect(told).toEqual([
      ['Ada', 'Ben', 'Chloe'],
      ...Array.from({ length: 4 }, () => ['Ada', 'Ben', 'Chloe', 'Dan', 'Eve']),
      ['Ben', 'Chloe', 'Dan', 'Eve', 'Fay'],
    ]);
  });

  it('tells whom it lacks also where the client sorts it anew each time that it is gone through', () => {
    const people = createPeople();
    const names = () => people.all.map(({ name }) => name).toSorted();
    const six = ['Ada', 'Ben', 'Chloe', 'Dan', 'Eve', 'Fay'];
    /** Those who are there, turned on by one between the upper half of the list and the lower one, and shown with one row twice. */
    const goThrough = (there: readonly string[], turn: number): void => {
      const at = (index: number, turned: number): string => there[(index + turned) % there.length] ?? '';
      const half = Math.ceil(there.length / 2);
      const show = (from: number, to: number, turned: number) =>
        people.look(
          rows(...Array.from({ length: to - from }, (_, n) => aRow(from + n, at(from + n, turned)))),
          there.length,
          to === there.length,
        );
      show(0, half + 1, turn);
      show(half, there.length, turn + 1);
    };
    for (let turn = 0; turn < 6; turn += 1) goThrough(six, turn);
    expect(names()).toEqual(six);
    const left = six.filter((name) => name !== 'Ben');
    for (let turn = 0; turn < 6; turn += 1) goThrough(left, turn);
    expect(names()).toEqual(left);
  });

  it('is bounded, whatever people are called and however many there are', () => {
    const [row] = rows(aRow(0, 'x'.repeat(2_000)));
    const people = createPeople();
    if (row)
      people.look(
        Array.from({ length: 10_000 }, (_, index) => ({ ...row, index, name: index % 2 ? row.name : `Ada ${index}` })),
        10_000,
        true,
      );
    expect(people.all).toHaveLength(1_000);
    expect(Math.max(...people.all.map(({ id }) => id.length))).toBeLessThan(256);
  });

  it('is read as far as a view goes, of however many rows', () => {
    expect(rows(...Array.from({ length: 1_500 }, (_, index) => aRow(index, `Ada ${index}`)))).toHaveLength(1_000);
  });

  it('is counted by the bar', () => {
    expect(countIn(aClient('<span class="footer-button__number-counter"><span>12</span></span>'))).toBe(12);
    expect(countIn(aClient())).toBeUndefined();
  });

  it.each([
    ['1K', 'open the participants list pane,[1034] particpants', 1_034],
    ['1.2K', 'open the participants list pane,[1234] particpants', 1_234],
    ['1.2K', 'close the participants list pane', undefined],
    ['12K', 'close the participants list pane', undefined],
    ['999', 'close the participants list pane', 999],
  ])(
    'is counted in full by the name of its button, and not by thousands that are rounded: %s, %s',
    (text, label, count) => {
      const counter = `<span class="footer-button__number-counter"><span>${text}</span></span>`;
      expect(countIn(aClient(`<button aria-label="${label}">${counter}</button>`))).toBe(count);
    },
  );
});
