import { describe, expect, it } from 'vitest';
import { createTeamsRoster } from '../../../../../../lib/capture/platforms/teams/page/people/roster.ts';

const audio = (sourceId: number) => ({ type: 'audio', sourceId, direction: 'sendrecv' });
const inCall = (...mediaStreams: object[]) => ({ e1: { call: { mediaStreams } } });
const person = (name: string, rest: object = {}) => ({
  details: { id: `8:orgid:${name.toLowerCase()}`, displayName: name },
  state: 'active',
  endpoints: inCall(),
  ...rest,
});
const gone = (name: string, version: number) => person(name, { state: 'inactive', endpoints: {}, version });
const counts = (totalParticipants: number, rest: object = {}) => ({
  participantCounts: { totalParticipants, ...rest },
});

const world = () => {
  const roster = createTeamsRoster();
  const names = () => roster.members.map(({ name }) => name);
  return { roster, names };
};

describe('somebody of whom a Teams page was told', () => {
  it('is known by their id, or by the own part of that of an account, also when they have left', () => {
    const { roster, names } = world();
    const visitor = { details: { id: '8:teamsvisitor:cy', displayName: 'Cy' }, state: 'active', endpoints: inCall() };
    roster.hear({ participants: { a: person('Ada'), b: person('Ben'), c: visitor } });
    roster.hear({ participants: { b: person('Ben', { details: { id: '8:orgid:ben', displayName: 'Ben B.' } }) } });
    roster.hear({ participants: { b: { state: 'inactive', details: { id: '8:orgid:ben' } } } });
    roster.noteCallPeople([{ id: '8:orgid:di', name: 'Di', isHost: false, sources: [] }]);
    roster.noteCallPeople([]);
    expect(names()).toEqual(['Ada', 'Cy']);
    const told = ['8:orgid:ada', 'ada', 'ben', 'di', '8:teamsvisitor:cy', 'cy', 'orgid:ada', ''];
    const ada = { id: '8:orgid:ada', name: 'Ada' };
    expect(told.map(roster.recall)).toEqual([
      ada,
      ada,
      { id: '8:orgid:ben', name: 'Ben B.' },
      { id: '8:orgid:di', name: 'Di' },
      { id: '8:teamsvisitor:cy', name: 'Cy' },
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('people of whom a Teams page was told nothing', () => {
  it('are as many as are missing of those whom the servers count', () => {
    const { roster } = world();
    roster.hear({ participants: { n: person('Notes') }, ...counts(3) });
    expect([roster.untold, roster.isWhole]).toEqual([2, false]);
    roster.hear({ participants: { a: person('Ada') }, ...counts(3) });
    expect(roster.untold).toBe(1);
    roster.hear({ participants: { b: person('Ben') }, ...counts(3) });
    expect([roster.untold, roster.isWhole]).toEqual([0, true]);
    roster.hear({ participants: { a: { ...person('Ada'), state: 'inactive' } }, ...counts(2) });
    expect(roster.untold).toBe(0);
  });

  it.each([
    ['who wait in the lobby', counts(2, { lobbyParticipants: 1 }), {}],
    ['who have the form open', counts(2, { preheatedParticipants: 1 }), {}],
    [
      'whom the client hides',
      counts(2),
      { r: person('Recorder', { details: { id: '8:orgid:r', displayName: 'R', hidden: true } }) },
    ],
    [
      'who record, and have no name',
      counts(2),
      { r: { state: 'active', details: { id: '28:recorder' }, endpoints: inCall(audio(7)) } },
    ],
    ['of a bot that waits itself', counts(0), {}],
  ])('are none of those %s', (_, told, others) => {
    const { roster } = world();
    roster.hear({ participants: { n: person('Notes'), ...others }, ...told });
    expect(roster.untold).toBe(0);
  });

  it('are those too who speak without a name, as by a phone that hides its number', () => {
    const { roster } = world();
    const caller = { details: { id: '4:hidden' }, state: 'active', endpoints: inCall(audio(7)) };
    roster.hear({ participants: { n: person('Notes'), c: caller } });
    expect(roster.untold).toBe(1);
    roster.hear({ participants: { c: { ...caller, state: 'inactive', endpoints: {} } } });
    expect(roster.untold).toBe(0);
  });

  it('are those whom the page’s own call has, for as long as it has them', () => {
    const { roster, names } = world();
    const ada = { id: '8:orgid:ada', name: 'Ada', isHost: true, sources: [] };
    roster.hear({ participants: { n: person('Notes') }, ...counts(2) });
    expect(roster.lacksPeople).toBe(true);
    roster.noteCallPeople([ada]);
    expect([names(), roster.untold, roster.lacksPeople, roster.isWhole]).toEqual([['Notes', 'Ada'], 0, true, false]);
    roster.noteCallPeople([]);
    expect(names()).toEqual(['Notes']);
  });

  it('are taken from the page’s own call only where the servers never told of them', () => {
    const { roster, names } = world();
    const ada = { id: '8:orgid:ada', name: 'Ada', isHost: false, sources: [] };
    roster.hear({ participants: { a: person('Ada', { version: 1 }) } });
    roster.hear({ participants: { a: gone('Ada', 2) } });
    roster.noteCallPeople([ada]);
    expect(names()).toEqual([]);
  });

  it('are none to ask the page’s own call for once an answer told of everybody', () => {
    const { roster } = world();
    expect(roster.lacksPeople).toBe(true);
    roster.answered({ roster: { participants: { n: person('Notes') } } }, '');
    expect(roster.lacksPeople).toBe(false);
  });
});

describe('people of a Teams meeting of whom the servers count fewer than they told of', () => {
  const hidden = person('Recorder', { details: { id: '8:orgid:r', displayName: 'R', hidden: true } });

  it.each<[string, Readonly<Record<string, object>>]>([
    ['it was lost that somebody left', { b: person('Ben') }],
    ['it does not count whom the client hides', { r: hidden }],
    ['it counts a second device of somebody not at all', { a2: person('Ada') }],
    ['what was told of a change has no count', {}],
  ])('all stay, whoever came last too, as it may be that %s', (_, more) => {
    const { roster, names } = world();
    roster.hear({ participants: { n: person('Notes'), a: person('Ada'), ...more }, ...counts(2) });
    const before = names();
    roster.hear({ participants: { c: person('Cy') } });
    roster.noteCallPeople([]);
    expect([names(), roster.untold]).toEqual([[...before, 'Cy'], 0]);
  });
});

describe('people of a Teams meeting who are called otherwise now', () => {
  const called = (name: string, version: number) =>
    person(name, { version, details: { id: '8:orgid:ada', displayName: name } });

  it('are shown so, and are found by the names that they had, but where somebody else has or had one', () => {
    const { roster, names } = world();
    roster.hear({ participants: { a: called('Ada', 1), b: person('Ben', { version: 1 }) } });
    roster.hear({ participants: { a: called('Ada L.', 2) } });
    roster.hear({ participants: { a: called('Ada Lovelace', 3) } });
    expect(names()).toEqual(['Ada Lovelace', 'Ben']);
    expect(['Ada', 'Ada L.', 'Ada Lovelace', 'Ben'].map((name) => roster.named(name)?.id)).toEqual([
      ...['8:orgid:ada', '8:orgid:ada', '8:orgid:ada'],
      '8:orgid:ben',
    ]);
    roster.hear({
      participants: { b: { ...person('Ben', { version: 2 }), details: { id: '8:orgid:ben', displayName: 'Ada' } } },
    });
    expect(roster.named('Ada')?.id).toBe('8:orgid:ben');
    roster.hear({ participants: { b: person('Ben', { version: 3 }) } });
    expect(roster.named('Ada')).toBeUndefined();
  });

  it('are found by no name that somebody had who has left', () => {
    const { roster, names } = world();
    const cy = { details: { id: '8:orgid:cy', displayName: 'Ada' } };
    roster.hear({ participants: { a: called('Ada', 1), c: person('Ada', { ...cy, version: 1 }) } });
    roster.hear({ participants: { a: called('Ada L.', 2), c: { ...gone('Ada', 2), ...cy } } });
    expect(names()).toEqual(['Ada L.']);
    expect(['Ada', 'Ada L.'].map((name) => roster.named(name)?.id)).toEqual([undefined, '8:orgid:ada']);
  });

  it('are who they were by each of their names, and by no other', () => {
    const { roster } = world();
    roster.hear({ participants: { a: called('Ada', 1), b: person('Ben', { version: 1 }) } });
    roster.hear({ participants: { a: called('Ada L.', 2) } });
    expect(['Ada', 'Ada L.', 'Ben'].map((name) => roster.called('8:orgid:ada', name))).toEqual([
      { id: '8:orgid:ada', name: 'Ada' },
      { id: '8:orgid:ada', name: 'Ada L.' },
      undefined,
    ]);
  });

  it('are the bot itself too, which is known to have joined anew under the name that it gave', () => {
    const { roster, names } = world();
    const notes = (id: string, displayName: string) => ({ ...person('Notes'), details: { id, displayName } });
    roster.answered({ roster: { participants: { n: notes('1', 'Notes'), a: person('Ada') } } }, 'Notes');
    roster.hear({ participants: { n: notes('1', 'Recorder') } });
    const again = { roster: { participants: { m: notes('2', 'Notes'), a: person('Ada') } } };
    expect(roster.answered(again, 'Notes')).toBe(true);
    expect(names()).toEqual(['Ada', 'Notes']);
  });
});

describe('people of a Teams meeting whom something older is told of', () => {
  it('stay gone, and as they are', () => {
    const { roster, names } = world();
    roster.hear({ participants: { a: person('Ada', { version: 3 }), b: person('Ben', { version: 3 }) } });
    roster.hear({ participants: { a: gone('Ada', 4), b: person('Benno', { version: 4 }) }, ...counts(1) });
    roster.hear({ participants: { a: person('Ada', { version: 3 }), b: person('Ben', { version: 2 }) }, ...counts(2) });
    expect([names(), roster.untold]).toEqual([['Benno'], 0]);
    roster.hear({ participants: { a: person('Ada', { version: 5 }) } });
    expect(names()).toEqual(['Benno', 'Ada']);
  });

  it('stay gone where they were told to be before anything else', () => {
    const { roster, names } = world();
    roster.hear({ participants: { a: gone('Ada', 4) } });
    roster.answered({ roster: { participants: { a: person('Ada', { version: 3 }) } } }, '');
    expect(names()).toEqual([]);
  });

  it('are told anew in another call, where what is counted begins anew', () => {
    const { roster, names } = world();
    roster.hear({ participants: { a: gone('Ada', 4) } }, 'one');
    roster.hear({ participants: { a: person('Ada', { version: 1 }) } }, 'other');
    expect(names()).toEqual(['Ada']);
  });
});

describe('an answer to a Teams page that tells of everybody', () => {
  const answer = (...people: string[]) => ({
    roster: {
      participants: Object.fromEntries(people.map((name) => [name, person(name, { version: 1 })])),
      ...counts(people.length),
    },
  });

  it('has those forgotten whom it does not tell of, but for whoever has come since it was asked for', () => {
    const { roster, names } = world();
    roster.answered(answer('Notes', 'Ada'), '');
    const asked = roster.moment;
    roster.hear({ participants: { Zoe: person('Zoe', { version: 1 }) } });
    roster.answered(answer('Notes', 'Ben'), '', asked);
    expect(names()).toEqual(['Notes', 'Zoe', 'Ben']);
  });

  it('has nobody forgotten where it tells of fewer than it counts', () => {
    const { roster, names } = world();
    roster.answered(answer('Notes', 'Ada'), '');
    roster.answered({ roster: { ...answer('Notes').roster, ...counts(2) } }, '');
    expect(names()).toEqual(['Notes', 'Ada']);
  });
});

describe('people in front of a Teams meeting', () => {
  it.each([
    ['has the form open', { e: {} }],
    ['waits in the lobby', { e: { lobby: {} } }],
    ['has a call no more', { e: { call: null } }],
    ['has no device there', {}],
  ])('are not in it: whoever %s', (_, endpoints) => {
    const { roster, names } = world();
    roster.hear({ participants: { a: person('Ada', { endpoints }) } });
    expect(names()).toEqual([]);
    roster.hear({
      participants: { a: person('Ada', { endpoints: { e: {}, f: { call: { serverMuteVersion: 0 } } } }) },
    });
    expect(names()).toEqual(['Ada']);
  });

  it('are not shown where its client hides them, also where a change does not repeat it', () => {
    const { roster, names } = world();
    roster.hear({ participants: { r: person('R', { details: { id: '8:orgid:r', displayName: 'R', hidden: true } }) } });
    roster.hear({ participants: { r: person('R', { details: { id: '8:orgid:r' } }) } });
    expect(names()).toEqual([]);
  });
});
