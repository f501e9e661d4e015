/** What the service of the demo room answers over HTTP. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDemoRoom } from '../../lib/demo-room/own-server.ts';
import type { RoomAddress } from '../../lib/demo-room/rooms.ts';
import { createDemoRoom } from '../../lib/demo-room/server.ts';
import { enterRoom, post } from '../lab/hosts/demo-room.ts';
import { aSite } from '../lab/hosts/site.ts';

let service: Awaited<ReturnType<typeof startDemoRoom>>;
beforeAll(async () => {
  service = await startDemoRoom();
});
afterAll(() => service.close());

const ask = (path: string, body: unknown, headers?: Record<string, string>) =>
  post(service.base_url + path, body, headers);
const createRoom = async (body: object = {}) => (await (await ask('/room-api/rooms', body)).json()) as RoomAddress;
const enter = (path: string, name: string) => enterRoom(service.base_url, path, name);
const html = async (path: string) => (await fetch(service.base_url + path)).text();

describe('creating a room', () => {
  it('answers its addresses', async () => {
    const response = await ask('/room-api/rooms', { room_id: 'planning' });
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
    const response = await ask('/room-api/rooms', body);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({
      title: 'Bad Request',
      status: 400,
      detail: `please correct ${field}`,
      errors: { [field]: [expect.any(String)] },
    });
  });

  it.each([
    [
      { timeline: [{ at_ms: 0, who: 'Maya', do: 'sya' }] },
      'script.timeline.0.do',
      /^must be one of "enter", "leave", /,
    ],
    [{ start: 'now' }, 'script.start', /^must be "when_called", or /],
  ])('says what a script may hold in the place of %j', async (wrong, field, says) => {
    const script = { participants: [{ name: 'Maya' }], timeline: [], ...wrong };
    const response = await ask('/room-api/rooms', { script });
    expect(await response.json()).toMatchObject({ errors: { [field]: [expect.stringMatching(says)] } });
  });

  it('names twenty unknown fields, however many there are', async () => {
    const fields = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`field_${i}`, 1]));
    const { errors } = (await (await ask('/room-api/rooms', fields)).json()) as { errors: object };
    expect(Object.keys(errors)).toHaveLength(20);
  });

  it('refuses what is not JSON, what is not an object, a second room of that name, another method', async () => {
    await createRoom({ room_id: 'taken' });
    const responses = [
      await ask('/room-api/rooms', '{'),
      await ask('/room-api/rooms', '[]'),
      await ask('/room-api/rooms', { room_id: 'taken' }),
      await ask('/room-api/rooms', '{}', { 'content-type': 'text/plain' }),
      await ask('/room-api/rooms', JSON.stringify({ room_id: 'x'.repeat(600_000) })),
      await fetch(`${service.base_url}/room-api/rooms`),
      await fetch(`${service.base_url}/room-api/unknown`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 409, 415, 413, 405, 404]);
  });

  it('refuses one caller more than two hundred, says when to try again, and keeps those that there are', async () => {
    // Whoever has one address of IPv6 has a network of them.
    let asked = 0;
    await using own = await startDemoRoom({ addressOf: () => `2001:db8:1:2::${(asked++).toString(16)}` });
    const create = () => post(`${own.base_url}/room-api/rooms`, {});
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

it('a client that goes away in the midst of its body is no fault', async () => {
  const faults: unknown[] = [];
  const demoRoom = createDemoRoom({ onError: (error) => faults.push(error) });
  const handled = Promise.withResolvers<boolean>();
  await using site = await aSite((req, res) => handled.resolve(demoRoom.handle(req, res)));
  const client = connect(Number(new URL(site.url).port), '127.0.0.1');
  const headers = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\nExpect: 100-continue';
  client.write(`POST /room-api/rooms HTTP/1.1\r\n${headers}\r\n\r\n`);
  await once(client, 'data');
  client.destroy();
  expect(await handled.promise).toBe(true);
  expect(faults).toEqual([]);
  await demoRoom.close();
});

describe('rooms for members', () => {
  it('are made by those alone who may, and the standing room has a name that nobody guesses', async () => {
    await using own = await startDemoRoom({ mayMakeRooms: async ({ headers }) => headers.authorization === 'Token k' });
    const make = (headers: Record<string, string>) => post(`${own.base_url}/room-api/rooms`, {}, headers);
    expect((await make({})).status).toBe(401);
    expect((await make({ authorization: 'Token k' })).status).toBe(201);
    expect(own.demoRoom.standing_room.room_id).toMatch(/^[a-z]{3}-[a-z]{4}-[a-z]{3}$/);
    expect(await (await fetch(`${own.base_url}/room/`)).text()).not.toContain('data-standing-room');
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
    expect((await ask(path, { ...aCaption(ana.id), text: 'Good', final: false }, { authorization })).status).toBe(204);
    expect((await ask(path, aCaption(ana.id), { authorization })).status).toBe(204);
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
      (await ask(path, aCaption('x'))).status,
      (await ask(path, aCaption('x'), { authorization })).status,
      (await ask('/room-api/rooms/no-such-room/captions', aCaption('x'), { authorization })).status,
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
