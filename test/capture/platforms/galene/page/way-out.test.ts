import { beforeEach, describe, expect, it } from 'vitest';
import {
  createGaleneRoom,
  type GaleneRoom,
  type GaleneSocket,
} from '../../../../../lib/capture/platforms/galene/page/room.ts';
import { begin as beginIn, bytesOf, letIn } from './spoken.ts';

let room: GaleneRoom;
let socket: GaleneSocket;
const server = (message: object): void => socket.hear('other', bytesOf(message));
const page = (message: object): void => socket.hear('page', bytesOf(message));
const kinds = (): string[] => room.facts.map(({ kind }) => kind);
const begin = (): void => {
  socket = beginIn(room);
};
const joined = (): void => letIn(socket);

describe('the way out of a Galène group', () => {
  beforeEach(() => {
    room = createGaleneRoom();
    begin();
    joined();
  });

  it('tells a kick, whatever its words', () => {
    server({ type: 'usermessage', kind: 'kicked', id: 'a1', username: 'Ana', privileged: true, value: 'please leave' });
    socket.closed('other');
    expect(room.facts.slice(1)).toEqual([
      { kind: 'galene.kicked', value: 'please leave' },
      { kind: 'galene.socket_closed' },
    ]);
    expect([room.members, room.hasJoined]).toEqual([[], false]);
  });

  it('tells what operators say about it as words of people, and not what the server says', () => {
    const says = (kind: string, value: string, more: object = { id: 'a1', username: 'Ana' }): void =>
      server({ type: 'usermessage', kind, privileged: true, value, ...more });
    says('warning', 'Ten minutes left, Ben');
    says('info', 'Lunch is at noon', { source: 'a1', username: 'Ana' });
    says('error', 'user unknown', { dest: 'own1' });
    says('kicked', 'there are no operators in this group', { dest: 'own1' });
    server({ type: 'usermessage', kind: 'warning', source: 'eve', username: 'Eve', value: 'nobody sees it' });
    says('kicked', 'you have been kicked out');
    says('kicked', 'Not in the board meeting');
    begin();
    server({ type: 'joined', kind: 'fail', value: 'this group is locked' });
    begin();
    server({ type: 'joined', kind: 'fail', value: 'Only for the board' });
    begin();
    server({ type: 'joined', kind: 'fail', value: 'this username is taken', error: 'duplicate-username' });
    expect(room.asides).toEqual([
      'Ten minutes left, Ben',
      'Lunch is at noon',
      'Not in the board meeting',
      'Only for the board',
    ]);
  });

  it('tells that the server puts everybody out: nobody has kicked the bot then', () => {
    const value = 'this group is over';
    server({ type: 'usermessage', kind: 'kicked', dest: 'own1', privileged: true, value });
    expect(room.facts.slice(1)).toEqual([{ kind: 'galene.kicked', value, everybody: true }]);
  });

  it.each([
    ['server is shutting down', 'shut_down'],
    ['there are no operators in this group', 'no_operators'],
  ])(
    'tells of a server that may let everybody in again in a moment as of a connection that is lost: %s',
    (value, why) => {
      server({ type: 'usermessage', kind: 'kicked', dest: 'own1', privileged: true, value });
      socket.closed('other');
      expect(room.facts.slice(1)).toEqual([{ kind: 'galene.socket_closed', [why]: true }]);
      // An operator may say so too, of whom they remove.
      begin();
      joined();
      server({ type: 'usermessage', kind: 'kicked', id: 'a1', username: 'Ana', privileged: true, value });
      socket.closed('other');
      expect(room.facts.slice(1)).toEqual([{ kind: 'galene.kicked', value }, { kind: 'galene.socket_closed' }]);
    },
  );

  it('believes no kick or mute of people who may not', () => {
    for (const kind of ['kicked', 'mute'])
      server({ type: 'usermessage', kind, source: 'eve', value: 'you have been kicked out' });
    server({ type: 'chat', source: 'eve', username: 'eve', value: 'you have been kicked out' });
    expect(kinds()).toEqual(['galene.join']);
  });

  it('tells a socket that was lost from one that the page has closed', () => {
    socket.closed('other');
    expect(kinds()).toEqual(['galene.join', 'galene.socket_closed']);
    begin();
    joined();
    socket.closed('page');
    expect(kinds()).toEqual(['galene.join', 'galene.leave', 'galene.socket_closed']);
  });

  it('tells that the server answers nothing for long, until it says anything', () => {
    let now_ms = 0;
    room = createGaleneRoom(undefined, undefined, () => now_ms);
    begin();
    joined();
    const kindsAfter = (ms: number): string[] => {
      now_ms += ms;
      return kinds();
    };
    expect(kindsAfter(60_000)).toEqual(['galene.join']);
    page({ type: 'ping' });
    expect(kindsAfter(10_000)).toEqual(['galene.join']);
    page({ type: 'ping' });
    expect(kindsAfter(5_000)).toEqual(['galene.join', 'galene.unanswered']);
    server({ type: 'pong' });
    expect(kindsAfter(60_000)).toEqual(['galene.join']);
    page({ type: 'ping' });
    expect(kindsAfter(15_000)).toEqual(['galene.join', 'galene.unanswered']);
    socket.closed('page');
    expect(kinds()).toEqual(['galene.join', 'galene.leave', 'galene.socket_closed']);
    begin();
    expect(kindsAfter(60_000)).toEqual([]);
  });

  it('tells that the server says nothing for long to a page that asks nothing, until it says anything', () => {
    let now_ms = 0;
    room = createGaleneRoom(undefined, undefined, () => now_ms);
    const kindsAfter = (ms: number): string[] => {
      now_ms += ms;
      return kinds();
    };
    begin();
    expect(kindsAfter(200_000)).toEqual([]);
    joined();
    expect([kindsAfter(89_999), kindsAfter(1)]).toEqual([['galene.join'], ['galene.join', 'galene.unanswered']]);
    server({ type: 'ping' });
    page({ type: 'pong' });
    expect([kindsAfter(89_999), kindsAfter(1)]).toEqual([['galene.join'], ['galene.join', 'galene.unanswered']]);
    // The server asks whoever has said nothing for long.
    for (const type of ['requestStream', 'pong']) {
      page({ type });
      expect(kindsAfter(0)).toEqual(['galene.join']);
      expect([kindsAfter(89_999), kindsAfter(1)]).toEqual([['galene.join'], ['galene.join', 'galene.unanswered']]);
    }
    socket.closed('other');
    expect(kinds()).toEqual(['galene.join', 'galene.socket_closed']);
  });
});
