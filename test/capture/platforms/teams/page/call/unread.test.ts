import { expect, it } from 'vitest';
import { createUnread } from '../../../../../../lib/capture/platforms/teams/page/call/unread.ts';

it('counts what is pushed and not read, by what it is called, and keeps no numbers of calls', () => {
  const unread = createUnread();
  expect(unread.facts).toEqual([]);
  const agent = '/callAgent/00000007-5d2e/df617e97';
  for (const path of ['call/csrcInfo', 'call/dominantSpeakerInfo', 'call/csrcInfo', '4f0b1c'])
    unread.hear(`${agent}/${path}`);
  expect(unread.facts).toEqual([{ kind: 'teams.unread', pushes: { csrcInfo: 2, dominantSpeakerInfo: 1, other: 1 } }]);
});

it('tells of few kinds only, however many there are', () => {
  const unread = createUnread();
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') unread.hear(`/call/${letter}Info`);
  const [fact] = unread.facts;
  expect(Object.keys(fact?.pushes ?? {})).toHaveLength(20);
  expect(fact?.pushes).toMatchObject({ aInfo: 1, other: 7 });
});
