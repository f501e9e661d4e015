import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startDemoRoom } from '../../lib/demo-room/own-server.ts';
import { createConnection } from '../../lib/demo-room/page/connection.ts';
import type { RoomAddress } from '../../lib/demo-room/rooms.ts';
import { ActorError } from '../../lib/demo-room/scripted/actor-errors.ts';
import { enterRoom, joinRoom, openSocket } from './support.ts';

let service: Awaited<ReturnType<typeof startDemoRoom>>;
beforeAll(async () => {
  service = await startDemoRoom();
});
afterAll(() => service.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(service.base_url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const createRoom = async (body: object = {}) => (await (await post('/room-api/rooms', body)).json()) as RoomAddress;
const enter = (path: string, name: string) => enterRoom(service.base_url, path, name);
const html = async (path: string) => (await fetch(service.base_url + path)).text();

describe('creating a room', () => {
  it('answers its addresses', async () => {
    const response = await post('/room-api/rooms', { room_id: 'planning' });
    expect([response.status, await response.json()]).toEqual([
      201,
      {
        room_id: 'planning',
        room_path: '/room/planning',
        host_path: expect.stringMatching(/^\/room\/planning\?host=[\w-]{16}$/),
      },
    ]);
  });

  it('finds an id when none is given', async () => {
    expect((await createRoom()).room_id).toMatch(/^[a-z]{3}-[a-z]{4}-[a-z]{3}$/);
  });

  it.each([
    [{ room_id: 'No!' }, 'room_id'],
    [{ room_id: 'coffee-corner' }, 'room_id'],
    [{ waiting_room: 'yes' }, 'waiting_room'],
    [{ recording: 'never' }, 'recording'],
    [{ colour: 'red' }, 'colour'],
    [{ toString: 1 }, 'toString'],
    [{ constructor: {} }, 'constructor'],
    [JSON.parse('{ "__proto__": { "room_id": "x" } }'), '__proto__'],
    [{ script: { participants: [], timeline: [] } }, 'script.participants'],
  ])('refuses %j and names the field', async (body, field) => {
    const response = await post('/room-api/rooms', body);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      title: 'Bad Request',
      status: 400,
      detail: `please correct ${field}`,
      errors: { [field]: [expect.any(String)] },
    });
  });

  it('refuses what is not JSON, what is not an object, a second room of that name, another method', async () => {
    await createRoom({ room_id: 'taken' });
    const responses = [
      await post('/room-api/rooms', '{'),
      await post('/room-api/rooms', '[]'),
      await post('/room-api/rooms', { room_id: 'taken' }),
      await post('/room-api/rooms', '{}', { 'content-type': 'text/plain' }),
      await post('/room-api/rooms', JSON.stringify({ room_id: 'x'.repeat(600_000) })),
      await fetch(`${service.base_url}/room-api/rooms`),
      await fetch(`${service.base_url}/room-api/unknown`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 409, 415, 413, 405, 404]);
  });

  it('refuses one caller more than two hundred, says when to try again, and keeps those that there are', async () => {
    await using own = await startDemoRoom();
    const create = () =>
      fetch(`${own.base_url}/room-api/rooms`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    const first = (await (await create()).json()) as RoomAddress;
    for (let rooms = 1; rooms < 200; rooms += 1) await (await create()).json();
    const refused = await create();
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '60',
      expect.objectContaining({ code: 'too_many_rooms', detail: expect.stringContaining('you have 200 rooms') }),
    ]);
    expect((await enterRoom(own.base_url, first.room_path, 'Ben')).joined.type).toBe('joined');
  });
});

describe('a script that the service plays', () => {
  const script = { participants: [{ name: 'Maya' }], timeline: [] };
  const postScript = (base_url: string, room_id: string) =>
    fetch(`${base_url}/room-api/rooms`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ room_id, script }),
    });

  it('goes on from the first guest until after the last', async () => {
    const played: unknown[] = [];
    const { promise: done, resolve: close } = Promise.withResolvers<void>();
    await using own = await startDemoRoom({
      patience_ms: { first_guest: 0, next_guest: 0 },
      playScript: async (run) => {
        played.push(run);
        return { done, close: async () => close() };
      },
    });
    const response = await postScript(own.base_url, 'played');
    expect(response.status).toBe(201);
    expect(played).toEqual([
      {
        base_url: own.base_url,
        room: await response.json(),
        script: expect.objectContaining({ start: { people: 2 } }),
        signal: expect.any(AbortSignal),
        onLeftOut: expect.any(Function),
      },
    ]);
    await done;
    const late = await enterRoom(own.base_url, '/room/played', 'Ben');
    expect((await late.next('notice')).text).toBe('The scripted people have left, because nobody came.');
  });

  it.each([
    [
      'Maya could not enter the meeting',
      new ActorError('Maya', 'enter the meeting', { cause: new Error('it did not load') }),
      'the script in room broken: Maya could not enter the meeting: it did not load',
    ],
    [
      'the log of the service says why',
      new Error('no browser in /opt/chromium'),
      'the script in room broken: no browser in /opt/chromium',
    ],
  ])('says in the room and in the log that it failed: %s', async (told, fault, logged) => {
    const faults: unknown[] = [];
    const { promise: done, reject: fail } = Promise.withResolvers<void>();
    await using own = await startDemoRoom({
      playScript: async () => ({ done, close: async () => undefined }),
      onError: (error) => faults.push(error),
    });
    await postScript(own.base_url, 'broken');
    const guest = await enterRoom(own.base_url, '/room/broken', 'Ben');
    fail(fault);
    const text = `The scripted people have left: ${told}.`;
    expect((await guest.next('notice')).text).toBe(text);
    const late = await enterRoom(own.base_url, '/room/broken', 'Cy');
    expect((await late.next('notice')).text).toBe(text);
    expect(faults.map((fault) => (fault as Error).message)).toEqual([logged]);
  });

  it('is one of two at most, a place that was not used being free again', async () => {
    await using own = await startDemoRoom({
      playScript: async () => ({ done: new Promise(() => undefined), close: async () => undefined }),
    });
    const ids = ['first', 'first', 'second', 'third'];
    const answers: Response[] = [];
    for (const id of ids) answers.push(await postScript(own.base_url, id));
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 429]);
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, null, null, '60']);
  });
});

describe('the pages', () => {
  it('leave other paths to others', async () => {
    for (const path of ['/api/v1/bots', '/roomy']) {
      expect(await (await fetch(service.base_url + path)).text()).toBe('');
    }
  });

  it('say at once what a visitor can do', async () => {
    const { room_path, host_path } = await createRoom({ waiting_room: true, recording: 'ask' });
    expect(await html(room_path)).toContain(
      '<body data-phase="pre_join" data-recording="not_asked" data-asks-to-join="true" data-is-host="false"',
    );
    expect(await html(host_path)).toContain('data-asks-to-join="false" data-is-host="true"');
    expect(await html(`${room_path}?host=guess`)).toContain('data-is-host="false"');
    expect(await html('/room/no-such-room')).toContain('data-phase="not_found"');
  });

  it('may load nothing from elsewhere, be framed by nobody, and tell nobody their address', async () => {
    for (const path of ['/room/', '/room/coffee-corner', '/room/no-such-room']) {
      const { headers } = await fetch(service.base_url + path);
      const policy = headers.get('content-security-policy')?.split('; ') ?? [];
      const from = Object.fromEntries(policy.map((rule) => rule.split(/ (.*)/).slice(0, 2)));
      expect(from).toMatchObject({ 'default-src': "'none'", 'script-src': "'self'", 'frame-ancestors': "'none'" });
      expect(policy.join(' ')).not.toContain('unsafe');
      const told = ['referrer-policy', 'x-content-type-options', 'cross-origin-opener-policy'];
      expect(told.map((name) => headers.get(name))).toEqual(['no-referrer', 'nosniff', 'same-origin']);
      expect(headers.get('permissions-policy')).toContain('camera=(self)');
    }
  });

  it('load what they need from here', async () => {
    for (const path of ['room.js', 'home.js', 'style.css', 'icon.svg', 'clips/maya-01.opus']) {
      const response = await fetch(`${service.base_url}/room/assets/${path}`);
      expect([path, response.status, (await response.arrayBuffer()).byteLength > 100]).toEqual([path, 200, true]);
    }
    expect((await fetch(`${service.base_url}/room/assets/clips/..%2fclips.json`)).status).toBe(404);
  });
});

describe('a meeting', () => {
  it('is not found when there is none', async () => {
    const socket = await openSocket(service.base_url, '/room/no-such-room');
    expect(await socket.next('over')).toEqual({ type: 'over', outcome: 'not_found' });
  });

  it('admits from the waiting room, passes signals and chat on, and ends for all', async () => {
    const { room_path, host_path } = await createRoom({ waiting_room: true });
    const host = await enter(host_path, 'Ana');
    const guest = await joinRoom(service.base_url, room_path, 'Ben');
    await guest.next('waiting');
    await host.next('waiting_list');
    host.send({ type: 'admit', participant_id: guest.id });
    expect((await guest.next('joined')).others.map(({ name }) => name)).toEqual(['Ana']);

    guest.send({ type: 'signal', to: host.id, signal: { candidate: 'x' } });
    expect(await host.next('signal')).toEqual({ type: 'signal', from: guest.id, signal: { candidate: 'x' } });

    guest.send({ type: 'chat', to: 'everyone', text: ' Hello ' });
    expect((await host.next('chat')).message).toMatchObject({ sender_name: 'Ben', text: 'Hello' });

    host.send({ type: 'end' });
    expect(await guest.next('over')).toEqual({ type: 'over', outcome: 'ended' });
    expect(await guest.closed).toBe(4000);
    expect(await html(room_path)).toContain('data-phase="ended"');
  });

  it('in the standing room can be entered again after its end', async () => {
    const { room_path, host_path } = service.demoRoom.standing_room;
    const host = await enter(host_path, 'Ana');
    host.send({ type: 'end' });
    await host.closed;
    const guest = await enter(room_path, 'Ben');
    expect(guest.joined.others).toEqual([]);
    guest.send({ type: 'leave' });
    expect((await guest.next('over')).outcome).toBe('left');
  });

  it('answers what it does not understand, and goes on', async () => {
    const { room_path } = await createRoom();
    const guest = await enter(room_path, 'Ben');
    guest.send({ type: 'dance' });
    expect((await guest.next('notice')).text).toBe('That could not be sent.');
    guest.send({ type: 'chat', to: 'everyone', text: 'still here' });
    await guest.next('chat');
  });

  it('closes a line that does not begin with joining', async () => {
    const { room_path } = await createRoom();
    const socket = await openSocket(service.base_url, room_path);
    socket.send({ type: 'end' });
    expect(await socket.closed).toBe(4400);
  });

  it('is closed to pages of other sites', async () => {
    const { room_path } = await createRoom();
    await expect(openSocket(service.base_url, room_path, { origin: 'https://example.com' })).rejects.toThrow('403');
  });
});

describe('a connection that drops', () => {
  it('comes back as the same person, who hears what was said meanwhile', async () => {
    const { room_path } = await createRoom();
    const ana = await enter(room_path, 'Ana');
    const ben = await enter(room_path, 'Ben');
    ben.drop();
    await ben.closed;
    ana.send({ type: 'chat', to: 'everyone', text: 'are you there?' });
    await ana.next('chat');
    const again = await openSocket(service.base_url, room_path);
    again.send({ type: 'resume', participant_id: ben.id, token: ben.session.token, received: 2 });
    expect((await again.next('chat')).message.text).toBe('are you there?');
  });

  it('hears nothing twice and misses nothing, whatever the room answered before', async () => {
    const { room_path } = await createRoom();
    const ana = await enter(room_path, 'Ana');
    const ben = await enter(room_path, 'Ben');
    ben.send({ type: 'dance' });
    await ben.next('notice');
    ben.drop();
    await ben.closed;
    ana.send({ type: 'chat', to: 'everyone', text: 'are you there?' });
    await ana.next('chat');
    const again = await openSocket(service.base_url, room_path);
    again.send({ type: 'resume', participant_id: ben.id, token: ben.session.token, received: 3 });
    expect((await again.next('chat')).message.text).toBe('are you there?');
  });

  describe("on somebody's page", () => {
    afterEach(() => void vi.unstubAllGlobals());

    /** The line of a page that is in the meeting; it can be cut. */
    const onPage = async (room_path: string, name: string) => {
      const sockets: WebSocket[] = [];
      vi.stubGlobal('location', new URL(room_path, service.base_url));
      vi.stubGlobal(
        'WebSocket',
        class extends WebSocket {
          constructor(url: URL) {
            super(url);
            sockets.push(this);
          }
        },
      );
      const isIn = Promise.withResolvers<void>();
      const line = createConnection(
        { type: 'join', name, microphone: true, camera: false, is_scripted: false },
        {
          message: ({ type }) => void (type === 'joined' && isIn.resolve()),
          dropped: () => undefined,
          resumed: () => undefined,
          lost: () => undefined,
        },
      );
      await isIn.promise;
      return { ...line, cut: () => sockets.at(-1)?.close() };
    };

    it('loses nothing of what is written meanwhile, and sends it in its order', async () => {
      const { room_path } = await createRoom();
      const ana = await enter(room_path, 'Ana');
      const ben = await onPage(room_path, 'Ben');
      ben.cut();
      for (const text of ['Headline:', 'ready when you are.']) ben.send({ type: 'chat', to: 'everyone', text });
      const read = [await ana.next('chat'), await ana.next('chat')];
      expect(read.map(({ message }) => message.text)).toEqual(['Headline:', 'ready when you are.']);
      ben.leave();
    });
  });

  it('is somebody leaving, when it does not come back', async () => {
    await using impatient = await startDemoRoom({ grace_ms: 1 });
    const { room_path } = impatient.demoRoom.createRoom();
    const ana = await enterRoom(impatient.base_url, room_path, 'Ana');
    const ben = await enterRoom(impatient.base_url, room_path, 'Ben');
    ben.drop();
    expect(await ana.next('participant_left')).toEqual({ type: 'participant_left', participant_id: ben.id });
  });

  it('cannot be taken over with a wrong token', async () => {
    const { room_path } = await createRoom();
    const ana = await enter(room_path, 'Ana');
    const thief = await openSocket(service.base_url, room_path);
    thief.send({ type: 'resume', participant_id: ana.id, token: 'guess', received: 2 });
    expect((await thief.next('over')).outcome).toBe('left');
  });
});

describe('captions', () => {
  const aCaption = (speaker_id: string) => ({
    caption_id: 'c1',
    speaker_id,
    text: 'Good morning',
    start_ms: 1_700_000_000_000,
    duration_ms: 900,
    final: true,
  });

  it('are taken from whoever holds the host key, in order', async () => {
    const room = await createRoom();
    const ana = await enter(room.room_path, 'Ana');
    const path = `/room-api/rooms/${room.room_id}/captions`;
    const authorization = `Bearer ${new URL(room.host_path, service.base_url).searchParams.get('host')}`;
    expect((await post(path, { ...aCaption(ana.id), text: 'Good', final: false }, { authorization })).status).toBe(204);
    expect((await post(path, aCaption(ana.id), { authorization })).status).toBe(204);
    expect([(await ana.next('caption')).caption, (await ana.next('caption')).caption]).toMatchObject([
      { text: 'Good', final: false, speaker_name: 'Ana' },
      { text: 'Good morning', final: true },
    ]);
  });

  it('are refused without the key, for strangers, and for unknown rooms', async () => {
    const room = await createRoom();
    const path = `/room-api/rooms/${room.room_id}/captions`;
    const authorization = `Bearer ${new URL(room.host_path, service.base_url).searchParams.get('host')}`;
    const statuses = [
      (await post(path, aCaption('x'))).status,
      (await post(path, aCaption('x'), { authorization })).status,
      (await post('/room-api/rooms/no-such-room/captions', aCaption('x'), { authorization })).status,
    ];
    expect(statuses).toEqual([401, 400, 404]);
  });
});

describe('the bots that record', () => {
  it('are shown to the people in their room, each as long as it records', async () => {
    const { room_path } = await createRoom();
    const ana = await enter(room_path, 'Ana');
    const show = (name: string, isRecording: boolean) =>
      service.demoRoom.showRecorder(room_path, { id: `bot_${name}`, name, isRecording });
    show('A', true);
    show('A', true);
    show('B', true);
    show('A', false);
    const told = [await ana.next('recording'), await ana.next('recording'), await ana.next('recording')];
    expect(told.map(({ recorded_by }) => recorded_by)).toEqual([['A'], ['A', 'B'], ['B']]);
    expect(() => show('C', false)).not.toThrow();
    expect(() =>
      service.demoRoom.showRecorder('/room/nowhere', { id: 'bot_x', name: 'X', isRecording: true }),
    ).not.toThrow();
  });
});

describe('rooms for members', () => {
  it('are made by those alone who may, and the standing room has a name that nobody guesses', async () => {
    await using own = await startDemoRoom({ mayMakeRooms: async ({ headers }) => headers.authorization === 'Token k' });
    const make = (headers: Record<string, string>) =>
      fetch(`${own.base_url}/room-api/rooms`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{}',
      });
    expect((await make({})).status).toBe(401);
    expect((await make({ authorization: 'Token k' })).status).toBe(201);
    expect(own.demoRoom.standing_room.room_id).toMatch(/^[a-z]{3}-[a-z]{4}-[a-z]{3}$/);
    expect(await (await fetch(`${own.base_url}/room/`)).text()).not.toContain('data-standing-room');
  });
});
