import { expect, it } from 'vitest';
import { stateLine } from '../../bin/local/announcement.ts';
import { type EnteredState, tellStates } from '../../lib/local-home/tell-states.ts';
import { aBot, aBotEvent } from '../lab/builders/records.ts';

const change = (before: object | undefined, after: object | undefined) =>
  ({ sequence: 1, key: { pk: '', sk: '' }, changed_at: new Date(), old: before, new: after }) as never;

it('each state that a bot enters is told once, and nothing else that changes', () => {
  const told: EnteredState[] = [];
  const tell = tellStates((entered) => told.push(entered));
  const joining = { kind: 'bot', ...aBot({ id: 'bot_1', bot_name: 'Minutes', state: 'joining' }) };
  const ended = {
    ...joining,
    state: 'fatal_error',
    events: [aBotEvent({ type: 'could_not_join_meeting', sub_type: 'meeting_full' })],
  };
  tell([
    change(undefined, joining),
    change(joining, { ...joining, version: 2 }),
    change(joining, ended),
    change(ended, undefined),
    change(undefined, { kind: 'task', state: 'joining' }),
  ]);
  expect(told.map(({ state }) => state)).toEqual(['joining', 'fatal_error']);
  const at = new Date(2030, 0, 2, 3, 4, 5);
  expect(told.map((entered) => stateLine(entered, { base_url: 'https://b.example.com', at }))[1]).toBe(
    '03:04:05  Minutes (bot_1): fatal_error, by could_not_join_meeting, meeting_full\n' +
      '          why, and what to do: https://b.example.com/dashboard/bots/bot_1',
  );
});

it('a bot that has ended is said to have brought something home only where it was in its meeting', () => {
  const lineOf = (has_joined: boolean): string =>
    stateLine(
      { id: 'bot_1', name: 'B', meeting_url: 'https://meet.google.com/abc', state: 'ended', has_joined },
      { base_url: 'https://b.example.com', at: new Date(2030, 0, 2, 3, 4, 5) },
    );
  const link = 'https://b.example.com/dashboard/bots/bot_1';
  expect(lineOf(true)).toBe(`03:04:05  B (bot_1): ended\n          what it brought home: ${link}`);
  expect(lineOf(false)).toBe(`03:04:05  B (bot_1): ended\n          how it went: ${link}`);
});

it.each([
  ['was', [aBotEvent({ type: 'joined_meeting' })], true],
  ['was never', [aBotEvent({ type: 'leave_requested' })], false],
])('of a bot that has ended is told whether it %s in its meeting', (_, events, has_joined) => {
  const told: EnteredState[] = [];
  const before = { kind: 'bot', ...aBot({ state: 'post_processing', events }) };
  tellStates((entered) => told.push(entered))([change(before, { ...before, state: 'ended' })]);
  expect(told).toMatchObject([{ state: 'ended', has_joined }]);
});
