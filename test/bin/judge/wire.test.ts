import { expect, it } from 'vitest';
import { whatHolds } from '../../../bin/judge/wire.ts';

const kindsOf = (...kinds: string[]): string[] => whatHolds(kinds.map((kind) => ({ kind }))).map(({ kind }) => kind);

it('of what says how things are, the newest holds', () => {
  const knocks = { kind: 'jitsi.state', knocking: true };
  const joined = { kind: 'jitsi.state', is_joined: true };
  expect(whatHolds([knocks, { kind: 'jitsi.failed' }, joined])).toEqual([{ kind: 'jitsi.failed' }, joined]);
});

it('of a way into a meeting, and back into it, nothing holds once the bot is inside', () => {
  expect(kindsOf('livekit.connecting', 'livekit.joined', 'livekit.connected')).toEqual(['livekit.connected']);
  const back = kindsOf('livekit.connected', 'livekit.reconnecting', 'livekit.connected');
  expect(back).toEqual(['livekit.connected', 'livekit.connected']);
  expect(kindsOf('livekit.connected', 'livekit.reconnecting')).toEqual(['livekit.connected', 'livekit.reconnecting']);
});

it('of what a server of Galène has said to a page, nothing holds once it has let that in anew', () => {
  expect(kindsOf('galene.join', 'galene.socket_closed', 'galene.join')).toEqual(['galene.join', 'galene.join']);
  expect(kindsOf('galene.fail', 'galene.join', 'galene.kicked')).toEqual(['galene.join', 'galene.kicked']);
});

it('what has happened stays so, and as often', () => {
  const wire = ['galene.join', 'galene.fail', 'galene.fail', 'teams.inside', 'teams.conversation_end'];
  expect(kindsOf(...wire)).toEqual(wire);
});

it('is what the adapter tells, where it is typed in short', () => {
  const reason = 'The host has left';
  expect(whatHolds([{ kind: 'jitsi.destroyed', reason }])).toEqual([
    { kind: 'jitsi.failed', error: 'conference.destroyed', reason },
  ]);
});
