import { describe, expect, it } from 'vitest';
import { createPeople, rowsIn } from '../../../../../../lib/capture/platforms/zoom/page/people/people.ts';
import { createWho } from '../../../../../../lib/capture/platforms/zoom/page/people/who.ts';
import { aClient, aList, aRow } from '../client.ts';

const muted = { state: 'computer audio muted,video off' };
const meet = (rows: readonly string[], shown: readonly string[] = [], now: () => number = () => 0) => {
  const people = createPeople(() => 'Notes');
  if (rows.length > 0) people.look(rowsIn(aClient(aList(...rows))), rows.length, true);
  return createWho({ people, shown: () => shown, ownName: () => 'Notes', now });
};
const meant = (who: ReturnType<typeof meet>, name: string) => [
  who.wrote(name)?.id,
  who.said({ name })?.id,
  who.voice({ name }),
];
const notes = aRow(0, 'Notes', { label: '(Me)', state: muted.state });

describe("who is meant by a name in Zoom's client", () => {
  it('is whoever is called so', () => {
    expect(meant(meet([notes, aRow(1, 'Ada')]), 'Ada')).toEqual(['1:Ada', '1:Ada', '1:Ada']);
  });

  it('is whoever is shown with their pronouns', () => {
    const ada = aRow(1, 'Ada').replace('display-name">Ada', 'display-name">Ada (she/her)');
    const who = meet([notes, ada]);
    expect([
      who.wrote('Ada')?.id,
      who.said({ name: 'Ada (she/her)' })?.id,
      who.voice({ name: 'Ada (she/her)' }),
    ]).toEqual(['1:Ada', '1:Ada', '1:Ada']);
  });

  it('is of two of one name whoever is not muted', () => {
    const who = meet([notes, aRow(1, 'Maya', muted), aRow(2, 'Maya')]);
    expect(meant(who, 'Maya')).toEqual(['2:Maya', '2:Maya', '2:Maya']);
  });

  it('is nobody where both can be heard, but for their voices', () => {
    const who = meet([notes, aRow(1, 'Maya'), aRow(2, 'Maya')]);
    expect(meant(who, 'Maya')).toEqual([undefined, '0:Maya', '1:Maya']);
  });

  it('is the one of them whom the client shows as heard, where it says which', () => {
    const who = meet([notes, aRow(1, 'Maya'), aRow(2, 'Maya')]);
    const second = { name: 'Maya', place: 2 };
    expect([who.said(second)?.id, who.voice(second)]).toEqual(['2:Maya', '2:Maya']);
    expect(who.said({ name: 'Maya', place: 3 })?.id).toBe('0:Maya');
  });

  const silent = (index: number) => aRow(index, 'Maya', muted);
  const audible = (index: number) => aRow(index, 'Maya');
  const host = aRow(1, 'Maya', { label: '(Host)', ...muted });
  const aMeeting = () => {
    const people = createPeople();
    const who = createWho({ people, shown: () => [], ownName: () => 'Notes', now: () => 0 });
    const look = (rows: readonly string[]) =>
      people.look(rowsIn(aClient(aList(notes, ...rows))), rows.length + 1, true);
    return { who, look };
  };

  it('is whoever of them is no longer muted, while none of them was told yet', () => {
    const { who, look } = aMeeting();
    for (const rows of [
      [silent(1), silent(2)],
      [audible(1), silent(2)],
    ])
      look(rows);
    expect(meant(who, 'Maya')).toEqual(['1:Maya', '1:Maya', '1:Maya']);
    look([silent(1), silent(2)]);
    look([audible(1), silent(2)]);
    // It may be the other one.
    expect(meant(who, 'Maya')).toEqual([undefined, '0:Maya', '1:Maya']);
  });

  it('is nobody, but for their voices, where one was told while both could be heard', () => {
    const { who, look } = aMeeting();
    look([audible(1), audible(2)]);
    expect(who.voice({ name: 'Maya' })).toBe('1:Maya');
    look([audible(1), silent(2)]);
    expect(meant(who, 'Maya')).toEqual([undefined, '0:Maya', '1:Maya']);
  });

  it.each<[string, ...(readonly string[])[]]>([
    ['another one came', [audible(1)], [audible(1), silent(2)]],
    ['one of three left', [silent(1), silent(2), silent(3)], [audible(1), silent(2)]],
    ['all left, and others came', [silent(1), silent(2), silent(3)], [], [audible(1), silent(2)]],
    ['one of them is a host, who was the first', [host, silent(2)], [audible(1), host]],
  ])('is nobody, but for their voices, once those of one name may have changed places: %s', (_, ...looks) => {
    const { who, look } = aMeeting();
    for (const rows of looks) look(rows);
    expect(meant(who, 'Maya')).toEqual([undefined, '0:Maya', '1:Maya']);
    expect(who.said({ name: 'Maya', place: 1 })?.id).toBe('0:Maya');
    // Of one alone it is certain again, and no more once there are two.
    look([audible(1)]);
    expect(meant(who, 'Maya')).toEqual(['1:Maya', '1:Maya', '1:Maya']);
    look([audible(1), silent(2)]);
    expect(who.wrote('Maya')).toBeUndefined();
  });

  it('is somebody else where the bot is called so too, as nobody hears the bot', () => {
    const who = meet([aRow(0, 'Maya', { label: '(Me)' }), aRow(1, 'Maya')]);
    expect(meant(who, 'Maya')).toEqual([undefined, '0:Maya', '2:Maya']);
  });

  it('is whoever is to come into the list, and is heard', () => {
    expect(meant(meet([notes]), 'Zoe')).toEqual([undefined, '1:Zoe', '1:Zoe']);
  });

  it('is the bot where it writes, and nobody where it is heard', () => {
    expect(meant(meet([notes]), 'Notes')).toEqual(['1:Notes', undefined, undefined]);
  });

  it('is somebody who is shown, before the list is open', () => {
    const who = meet([], ['Ada']);
    expect(who.all.map(({ id }) => id)).toEqual(['1:Notes', '1:Ada']);
    expect(meant(who, 'Ada')).toEqual(['1:Ada', '1:Ada', '1:Ada']);
    expect([who.self?.id, who.others('Notes')]).toEqual(['1:Notes', []]);
  });
});

describe("who is present in Zoom's client", () => {
  const names = (who: ReturnType<typeof meet>, isInside = true) => who.present(isInside).map(({ name }) => name);

  it('is nobody while the bot is not inside', () => {
    expect(names(meet([notes, aRow(1, 'Ada')]), false)).toEqual([]);
  });

  it('is whoever is listed', () => {
    expect(names(meet([notes, aRow(1, 'Ada')], ['Chloe']))).toEqual(['Notes', 'Ada']);
  });

  it('is whoever is shown only where nobody was listed for a while: pictures tell no host', () => {
    let now_ms = 10_000;
    const who = meet([], ['Ada'], () => now_ms);
    expect(names(who)).toEqual([]);
    now_ms += 3_000;
    expect(names(who)).toEqual(['Notes', 'Ada']);
    // In another meeting it is waited for anew.
    expect([names(who, false), names(who)]).toEqual([[], []]);
  });
});
