import { beforeEach, describe, expect, it } from 'vitest';
import {
  createGaleneRoom,
  type GaleneRoom,
  type GaleneSocket,
} from '../../../../../lib/capture/platforms/galene/page/room.ts';
import { audio, begin as beginIn, bytesOf, letIn, offerOf, sdp, video } from './spoken.ts';

let room: GaleneRoom;
let socket: GaleneSocket;
const server = (message: object): void => socket.hear('other', bytesOf(message));
const page = (message: object): void => socket.hear('page', bytesOf(message));

const begin = (login?: object): void => {
  socket = beginIn(room, login);
};
const joined = (permissions?: readonly string[]): void => letIn(socket, permissions);
const failed = (value: string, error?: string): void => {
  server({ type: 'joined', kind: 'fail', group: 'standup', value, ...(error && { error }) });
  socket.closed('page');
};
const offer = (...stream: Parameters<typeof offerOf>): void => server(offerOf(...stream));
const kinds = (): string[] => room.facts.map(({ kind }) => kind);

beforeEach(() => {
  room = createGaleneRoom();
});

describe('the way into a Galène group', () => {
  it('is told as joined, with the id that the page has chosen', () => {
    begin();
    expect([room.hasJoined, room.facts]).toEqual([false, []]);
    joined();
    expect([room.hasJoined, room.facts]).toEqual([true, [{ kind: 'galene.join', id: 'own1' }]]);
  });

  it.each([
    ['not authorised', undefined],
    ['group does not exist', undefined],
    ['too many users', undefined],
    ['this group is closed', undefined],
    ['illegal group name', undefined],
    ['token needs a username', 'need-username'],
    ['username already taken', 'duplicate-username'],
  ])('is told as failed: %s', (value, error) => {
    begin();
    failed(value, error);
    expect(room.facts).toEqual([{ kind: 'galene.fail', value, ...(error && { error }) }]);
    expect(room.failure).toEqual({ value, error: error ?? '' });
  });

  it.each(['not authorised', 'too many users', 'this group is closed'])(
    'is told as it is in a group that says that it is locked, too: %s',
    (value) => {
      room.hearStatus(bytesOf({ name: 'standup', locked: true }));
      begin();
      expect(room.facts).toEqual([]);
      failed(value);
      expect(room.facts).toEqual([{ kind: 'galene.fail', value }]);
    },
  );

  it.each([
    ['not authorised; 3 attempts left before this address is temporarily blocked', 'not authorised'],
    ['not authorised: token has expired', 'not authorised'],
    ['please choose a username', 'please choose a username'],
  ])('is told by the words of the server, which may say more: %s', (value, told) => {
    begin();
    failed(value);
    expect([room.facts, room.asides]).toEqual([[{ kind: 'galene.fail', value: told }], []]);
  });

  it('tells that a group is locked, by whatever words its operator has chosen', () => {
    begin();
    failed('we are closed for lunch');
    expect(room.facts).toEqual([
      { kind: 'galene.status', locked: true },
      { kind: 'galene.fail', value: 'we are closed for lunch' },
    ]);
  });

  it('takes a join with a token, by which the page finds out whether it needs a name, for no meeting', () => {
    begin({ token: 'secret' });
    server({ type: 'joined', kind: 'join', group: 'standup', username: 'Notes', permissions: ['present'] });
    expect([room.hasJoined, room.facts]).toEqual([false, []]);
    socket.closed('page');
    expect(room.facts).toEqual([{ kind: 'galene.leave', id: 'own1' }]);
    // The name is the token's.
    begin({ token: 'secret', username: '' });
    joined();
    page({ type: 'request', request: { '': ['audio', 'video'] } });
    expect([room.hasJoined, room.tries, room.members.length]).toEqual([true, 2, 1]);
    expect(kinds()).toEqual(['galene.join']);
  });

  it('takes a join with a token for a meeting as soon as the page asks for what others send, as those before 0.9.1 do at once', () => {
    begin({ token: 'secret' });
    page({ type: 'request', request: {} });
    expect(room.facts).toEqual([]);
    joined();
    page({ type: 'request', request: { '': ['audio', 'video'] } });
    expect([room.hasJoined, room.facts]).toEqual([true, [{ kind: 'galene.join', id: 'own1' }]]);
    socket.closed('other');
    expect(kinds()).toEqual(['galene.join', 'galene.socket_closed']);
  });

  it('knows nothing of the try before', () => {
    begin();
    failed('username already taken', 'duplicate-username');
    const before = socket;
    begin();
    before.hear('other', bytesOf({ type: 'joined', kind: 'fail', value: 'too late' }));
    before.closed('other');
    expect([room.failure, room.facts]).toEqual([undefined, []]);
  });

  it('is over where the socket is closed without an answer', () => {
    begin();
    expect(room.isClosed).toBe(false);
    socket.closed('page');
    expect([room.isClosed, room.failure, room.hasJoined]).toEqual([true, undefined, false]);
    begin();
    expect(room.isClosed).toBe(false);
  });

  it('tells where a server sends the bot', () => {
    begin();
    const value = 'https://galene2.example.com/group/standup/';
    server({ type: 'joined', kind: 'redirect', value });
    socket.closed('page');
    expect([room.redirect, room.facts]).toEqual([value, [{ kind: 'galene.redirect', value }]]);
    room.refuseRedirect();
    expect(room.facts).toEqual([{ kind: 'galene.redirect', value, refused: true }]);
    begin();
    room.refuseRedirect();
    expect([room.redirect, room.facts]).toEqual([undefined, []]);
  });
});

describe('people in a Galène group', () => {
  beforeEach(() => {
    begin();
    joined();
  });

  it('come, change and go; the bot is the first, and operators are hosts', () => {
    server({ type: 'user', kind: 'add', id: 'a1', username: 'Ada', permissions: ['op', 'present'] });
    server({ type: 'user', kind: 'add', id: 'b1', username: 'Ben', permissions: ['present'] });
    server({ type: 'user', kind: 'add', id: 'x1' });
    server({ type: 'user', kind: 'change', id: 'b1', username: 'Ben', permissions: ['op'] });
    server({ type: 'user', kind: 'delete', id: 'a1' });
    const person = { isSystem: false, isProgram: false };
    expect(room.members).toEqual([
      { id: 'own1', name: 'Notes', isHost: false, ...person },
      { id: 'b1', name: 'Ben', isHost: true, ...person },
      { id: 'x1', name: '(anon)', isHost: false, ...person },
    ]);
  });

  it('are two when two have one name, and the server is none', () => {
    for (const id of ['m1', 'm2']) server({ type: 'user', kind: 'add', id, username: 'Maya' });
    server({ type: 'user', kind: 'add', id: 'disk', username: 'RECORDING', permissions: ['system'] });
    expect(room.members.filter(({ name }) => name === 'Maya')).toHaveLength(2);
    expect(room.find('disk')?.isSystem).toBe(true);
  });

  it('are people but for what writes captions and may do nothing else', () => {
    for (const [id, permissions] of Object.entries({ stt: ['caption'], ana: ['op', 'caption'], ben: [] }))
      server({ type: 'user', kind: 'add', id, username: id, permissions });
    expect(room.members.flatMap(({ id, isProgram }) => (isProgram ? id : []))).toEqual(['stt']);
  });

  it('send streams, each over a connection that the server describes', () => {
    server({ type: 'user', kind: 'add', id: 'a1', username: 'Ada' });
    offer('s1', 'a1', 'camera', sdp('uf1', audio, video));
    offer('s2', 'a1', 'screenshare', sdp('uf2', video));
    expect(room.streamBy(sdp('uf1', audio, video))).toMatchObject({ source: 'a1', isCamera: true });
    expect(room.streamBy(sdp('uf2', video))).toMatchObject({ source: 'a1', isCamera: false });
    expect([room.streamBy(''), room.streamBy(sdp('uf3', video))]).toEqual([undefined, undefined]);
    server({ type: 'close', id: 's2' });
    expect(room.streamsOf('a1').map(({ media }) => [...media])).toEqual([['audio', 'video']]);
  });

  it('are seen and heard also where a program sends what is of no kind, and not where a film is played', () => {
    server({ type: 'user', kind: 'add', id: 'obs', username: 'Ada' });
    offer('s1', 'obs', '', sdp('uf1', audio, video));
    offer('s2', 'obs', 'video', sdp('uf2', audio, video));
    expect(room.streamsOf('obs').map(({ isCamera }) => isCamera)).toEqual([true, false]);
  });

  it('replace a stream, and change what one carries', () => {
    server({ type: 'user', kind: 'add', id: 'a1', username: 'Ada' });
    offer('s1', 'a1', 'camera', sdp('uf1', audio, video));
    offer('s2', 'a1', 'camera', sdp('uf2', audio, video), { replace: 's1' });
    expect([room.streamBy(sdp('uf1')), room.streamsOf('a1').length]).toEqual([undefined, 1]);
    offer('s2', 'a1', 'camera', sdp('uf3', audio, 'm=video 0 UDP/TLS/RTP/SAVPF 96'));
    expect(room.streamsOf('a1').map(({ media }) => [...media])).toEqual([['audio']]);
    offer('s2', 'a1', 'camera', `${sdp('uf3', audio, video)}\r\na=inactive\r\n`);
    expect(room.streamsOf('a1').map(({ media }) => [...media])).toEqual([['audio']]);
  });

  it('are known by a stream while its connection is made anew, before and after that has its new description', () => {
    for (const id of ['a1', 'e1']) server({ type: 'user', kind: 'add', id, username: 'Ada' });
    const sources = (): unknown[] => ['uf1', 'uf2', 'uf3'].map((name) => room.streamBy(sdp(name, audio))?.source);
    offer('s1', 'a1', 'camera', sdp('uf1', audio));
    offer('s1', 'a1', 'camera', sdp('uf2', audio));
    expect(sources()).toEqual(['a1', 'a1', undefined]);
    offer('s1', 'a1', 'camera', sdp('uf2', audio, video));
    expect(sources()).toEqual([undefined, 'a1', undefined]);
    offer('s1', 'a1', 'camera', sdp('uf3', audio));
    expect(sources()).toEqual([undefined, 'a1', 'a1']);
    // Somebody else's under the same id.
    offer('s1', 'e1', 'camera', sdp('uf1', audio));
    expect(sources()).toEqual(['e1', undefined, undefined]);
  });

  it('cannot pass a stream off as that of somebody else by its name', () => {
    for (const id of ['a1', 'e1']) server({ type: 'user', kind: 'add', id, username: 'Ada' });
    const named = (fragment: string): string => `${sdp(fragment, audio)}\r\na=msid:the-same the-same\r\n`;
    offer('s1', 'a1', 'camera', named('uf1'));
    offer('s2', 'e1', 'camera', named('uf2'));
    expect([room.streamBy(named('uf1'))?.source, room.streamBy(named('uf2'))?.source]).toEqual(['a1', 'e1']);
  });

  it('take their streams with them', () => {
    server({ type: 'user', kind: 'add', id: 'a1', username: 'Ada' });
    offer('s1', 'a1', 'camera', sdp('uf1', audio));
    server({ type: 'user', kind: 'delete', id: 'a1' });
    expect([room.streamsOf('a1'), room.streamBy(sdp('uf1', audio))]).toEqual([[], undefined]);
  });

  it('send nothing anew for a moment: not while the bot has just come, nor where a stream came or went', () => {
    let now_ms = 0;
    room = createGaleneRoom(undefined, undefined, () => now_ms);
    const calmAfter = (ms: number): boolean => {
      now_ms += ms;
      return room.isCalm;
    };
    expect(calmAfter(60_000)).toBe(false);
    begin();
    joined();
    expect([calmAfter(4_999), calmAfter(1)]).toEqual([false, true]);
    for (const [id, tell] of [
      ['s1', () => offer('s1', 'a1', 'camera', sdp('uf1', video))],
      ['s2', () => offer('s2', 'a1', 'camera', sdp('uf2', video), { replace: 's1' })],
      ['s2', () => server({ type: 'close', id: 's2' })],
      ['s3', () => server({ type: 'abort', id: 's3' })],
    ] as const) {
      tell();
      expect([id, calmAfter(1_999), calmAfter(1)]).toEqual([id, false, true]);
    }
    // The rights of the bot change, and somebody writes.
    joined(['present']);
    server({ type: 'chat', source: 'a1', value: 'Hello' });
    expect(room.isCalm).toBe(true);
    socket.closed('other');
    expect(calmAfter(60_000)).toBe(false);
  });

  it("are told what the bot sends by the page's own offers", () => {
    page({ type: 'offer', id: 's9', label: 'screenshare', sdp: sdp('uf9', video) });
    expect(room.streamsOf('own1')).toMatchObject([{ isCamera: false }]);
    page({ type: 'close', id: 's9' });
    expect(room.streamsOf('own1')).toEqual([]);
  });
});

describe('who may write in a Galène group', () => {
  const change = (permissions: readonly string[]): void =>
    server({ type: 'joined', kind: 'change', group: 'standup', permissions });

  // A server that tells of no right to write is one from before there was such a right, or the bot only watches in its group.
  it.each([['message'], ['present'], []])(
    'is for the server to say where it tells of no such right: %j',
    (...rights) => {
      begin();
      joined(rights);
      expect(room.mayWrite).toBe(true);
      for (const value of ['user unknown', 'not authorised'])
        server({ type: 'usermessage', kind: 'error', dest: 'own1', privileged: true, value });
      expect([room.undelivered, room.forbidden]).toEqual([2, 1]);
    },
  );

  it('is not known where the server has told nothing of the bot, and not the bot once it is out', () => {
    expect(room.mayWrite).toBe(true);
    begin();
    joined(['present', 'message']);
    socket.closed('other');
    expect(room.mayWrite).toBe(false);
    begin();
    socket.hear(
      'other',
      bytesOf({ type: 'user', kind: 'add', id: 'a1', username: 'Ada', permissions: ['message'] }),
      1,
    );
    expect(room.mayWrite).toBe(true);
  });

  it('is whoever has the right to, once the server has told that there is one', () => {
    begin();
    joined(['present', 'message']);
    expect(room.mayWrite).toBe(true);
    change(['present']);
    expect(room.mayWrite).toBe(false);
    change(['present', 'message']);
    expect(room.mayWrite).toBe(true);
  });

  it('is told by the rights of others too, and remembered when the bot comes again', () => {
    begin();
    joined(['present']);
    expect(room.mayWrite).toBe(true);
    server({ type: 'user', kind: 'add', id: 'a1', username: 'Ada', permissions: ['op', 'present', 'message'] });
    expect(room.mayWrite).toBe(false);
    begin();
    joined(['present']);
    expect(room.mayWrite).toBe(false);
  });
});

describe('a group that leaves it to others who may come in', () => {
  it.each([401, 403])(
    'has refused when its authorisation server answers %s, whether the page has hung up by then or not',
    (status) => {
      for (const isFirst of [true, false]) {
        room = createGaleneRoom();
        room.hearStatus(bytesOf({ name: 'standup', authServer: 'https://auth.example.org/' }));
        expect(room.status.authServer).toBe('https://auth.example.org/');
        socket = room.connect();
        if (!isFirst) socket.closed('page');
        room.hearAuthServer(status);
        if (isFirst) socket.closed('page');
        expect(room.failure).toEqual({ error: '', value: 'not authorised' });
        expect(room.facts.at(isFirst ? 0 : -1)).toEqual({ kind: 'galene.fail', value: 'not authorised' });
      }
    },
  );

  it('lacks something in what was asked when that answers 400, which is no refusal yet', () => {
    begin();
    room.hearAuthServer(400);
    expect([room.failure, room.facts]).toEqual([undefined, [{ kind: 'galene.lacking' }]]);
  });

  it.each([200, 204, 404, 500])('has not when that answers %s', (status) => {
    begin();
    room.hearAuthServer(status);
    expect([room.failure, room.facts]).toEqual([undefined, []]);
  });

  it('tells that the page stayed from its portal', () => {
    room.hearStatus(bytesOf({ name: 'standup', authPortal: 'https://portal.example.org/' }));
    expect([room.status.portal, room.facts]).toEqual(['https://portal.example.org/', []]);
    room.stayedFromPortal();
    expect(room.facts).toEqual([{ kind: 'galene.portal' }]);
  });
});

describe('a hostile Galène server', () => {
  it('is outlived, whatever it says', () => {
    begin();
    joined();
    for (const text of ['', 'no JSON', '[]', 'null', '7', '{"type":5}', '{"type":"user"}', '{"type":"joined"}'])
      socket.hear('other', new TextEncoder().encode(text));
    server({ type: 'user', kind: 'add', id: { a: 1 }, username: ['x'], permissions: 'op' });
    server({ type: 'user', kind: 'add', id: '__proto__', username: 'constructor', permissions: [7] });
    server({ type: 'user', kind: 'add', id: 'long', username: 'x'.repeat(100_000) });
    expect(room.members.map(({ id, name }) => [id, name.length])).toEqual([
      ['own1', 5],
      ['__proto__', 11],
      ['long', 256],
    ]);
  });

  it('fills no memory with people or streams', () => {
    begin();
    joined();
    for (let number = 0; number < 12_000; number += 1) {
      server({ type: 'user', kind: 'add', id: `u${number}`, username: 'x' });
      offer(`s${number}`, 'u1', 'camera', 'v=0');
    }
    expect([room.members.length, room.streamsOf('u1').length, room.find('own1')?.name]).toEqual([
      10_000,
      10_000,
      'Notes',
    ]);
  });
});
