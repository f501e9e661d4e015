import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createGaleneRoom,
  type GaleneRoom,
  type GaleneSocket,
} from '../../../../../lib/capture/platforms/galene/page/room.ts';
import { mostMessagesPerSecond } from '../../../../../lib/capture/platforms/galene/page/wire.ts';
import { createAllowance, createTap } from '../../../../../lib/capture/programs/page/taps/tap.ts';
import { audio, begin, bytesOf, letIn, offerOf, sdp, video } from './spoken.ts';

let room: GaleneRoom;
let socket: GaleneSocket;
beforeEach(() => {
  room = createGaleneRoom();
  socket = begin(room);
});

describe('a large Galène group', () => {
  it('is known in full, though all of it is told at once: 1,000 people, of whom 100 send', async () => {
    const allowance = createAllowance({ mostPerSecond: mostMessagesPerSecond, now: () => 0 });
    const tap = createTap(({ from, bytes, left_out }) => socket.hear(from, bytes, left_out), allowance);
    /** As browsers hand messages over: what waits is done before the next. */
    const says = async (from: 'page' | 'other', ...messages: object[]): Promise<void> => {
      for (const message of messages) {
        tap(from, JSON.stringify(message));
        await turn();
      }
    };
    const candidates = (id: string): object[] =>
      Array.from({ length: 8 }, () => ({
        type: 'ice',
        id,
        candidate: { candidate: 'candidate:1 1 udp 1 203.0.113.7 9 typ host' },
      }));
    await says('other', { type: 'joined', kind: 'join', group: 'standup', permissions: ['present', 'message'] });
    await says(
      'other',
      ...Array.from({ length: 50 }, (_, said) => ({ type: 'chathistory', id: `m${said}`, value: 'Hello' })),
    );
    for (let person = 0; person < 1_000; person += 1)
      await says('other', { type: 'user', kind: 'add', id: `u${person}`, username: `Person ${person}` });
    for (let sender = 0; sender < 100; sender += 1) {
      const id = `s${sender}`;
      await says('other', offerOf(id, `u${sender}`, 'camera', sdp(`uf${sender}`, audio, video)), ...candidates(id));
      await says('page', { type: 'answer', id, sdp: sdp('own', audio, video) }, ...candidates(id));
    }
    expect([room.members.length, room.facts.map(({ kind }) => kind)]).toEqual([1_000, ['galene.join']]);
    for (const sender of [0, 99]) expect(room.streamBy(sdp(`uf${sender}`, audio))?.source).toBe(`u${sender}`);
  });

  it('says how many messages were not heard where there were too many all the same', () => {
    letIn(socket);
    for (const left_out of [0, 3, 0, 4]) socket.hear('other', bytesOf({ type: 'pong' }), left_out);
    expect(room.facts.slice(1)).toEqual([{ kind: 'galene.left_out', messages: 7 }]);
    begin(room);
    expect(room.facts).toEqual([]);
  });
});
