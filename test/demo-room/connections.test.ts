/** What the pages of a room and its service say to each other, whose line may drop. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDemoRoom } from '../../lib/demo-room/own-server.ts';
import { createConnection } from '../../lib/demo-room/page/connection.ts';
import type { DemoRoom } from '../../lib/demo-room/server.ts';
import { enterRoom, joinRoom, openSocket } from '../lab/hosts/demo-room.ts';
import { until } from '../lab/until.ts';

let service: Awaited<ReturnType<typeof startDemoRoom>>;
beforeAll(async () => {
  service = await startDemoRoom();
});
afterAll(() => service.close());

const createRoom: DemoRoom['createRoom'] = (request) => service.demoRoom.createRoom(request);
const enter = (path: string, name: string) => enterRoom(service.base_url, path, name);

/** A page elsewhere that asked for a line to a room, and heard a no. */
const refusedBy = async ({ base_url }: typeof service) => {
  const { hostname, port } = new URL(base_url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  const lines = [
    'GET /room/tea/socket HTTP/1.1',
    'Host: a',
    'Origin: https://example.com',
    'Connection: upgrade',
    'Upgrade: websocket',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 403 /);
  return socket;
};

describe('a meeting', () => {
  afterEach(() => void vi.useRealTimers());

  it('is not found when there is none', async () => {
    const socket = await openSocket(service.base_url, '/room/no-such-room');
    expect(await socket.next('over')).toEqual({ type: 'over', outcome: 'not_found' });
  });

  it('admits from the waiting room, passes signals and chat on, and ends for all', async () => {
    const { room_path, host_path } = createRoom({ waiting_room: true });
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
    expect(await (await fetch(service.base_url + room_path)).text()).toContain('data-phase="ended"');
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
    const { room_path } = createRoom();
    const guest = await enter(room_path, 'Ben');
    guest.send({ type: 'dance' });
    expect((await guest.next('notice')).text).toBe('That could not be sent.');
    guest.send({ type: 'chat', to: 'everyone', text: 'still here' });
    await guest.next('chat');
  });

  it('closes a line that does not begin with joining', async () => {
    const { room_path } = createRoom();
    const socket = await openSocket(service.base_url, room_path);
    socket.send({ type: 'end' });
    expect(await socket.closed).toBe(4400);
  });

  it('is closed to pages of other sites', async () => {
    const { room_path } = createRoom();
    await expect(openSocket(service.base_url, room_path, { origin: 'https://example.com' })).rejects.toThrow('403');
  });

  it('cannot be brought down by a page elsewhere that resets its line when it is refused', async () => {
    const socket = await refusedBy(service);
    socket.resetAndDestroy();
    expect((await fetch(`${service.base_url}/room/`)).status).toBe(200);
  });

  it('ends with its server, also where a page elsewhere that was refused keeps its side open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const left = await startDemoRoom();
    const socket = await refusedBy(left);
    const closed = left.close();
    vi.advanceTimersByTime(2_000);
    await closed;
    socket.destroy();
  });
});

describe('a connection that drops', () => {
  it('comes back as the same person, who hears what was said meanwhile', async () => {
    const { room_path } = createRoom();
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
    const { room_path } = createRoom();
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
      const { room_path } = createRoom();
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

  describe('of somebody who is put out meanwhile', () => {
    /** As late as they may be put out, and the last moment at which their page tries to come back. */
    const [late_ms, tries_ms] = [5_900, 8_000];
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());

    const outcomeFor = async (
      room: { readonly room_path: string; readonly host_path: string },
      does: 'remove' | 'refuse',
      drops: (guest: Awaited<ReturnType<typeof joinRoom>>) => Promise<unknown> | undefined,
    ) => {
      const host = await enter(room.host_path, 'Ana');
      const guest = await joinRoom(service.base_url, room.room_path, 'Ben');
      await guest.next(does === 'remove' ? 'joined' : 'waiting');
      await drops(guest);
      vi.advanceTimersByTime(late_ms);
      host.send({ type: does, participant_id: guest.id });
      // It is done when whatever the host said after it is answered.
      host.send({ type: 'chat', to: 'everyone', text: 'done' });
      await host.next('chat');
      vi.advanceTimersByTime(tries_ms - late_ms);
      const again = await openSocket(service.base_url, room.room_path);
      again.send({ type: 'resume', participant_id: guest.id, token: guest.session.token, received: 2 });
      const { outcome } = await again.next('over');
      expect(await again.closed).toBe(4000);
      return outcome;
    };
    const dropped = async (guest: Awaited<ReturnType<typeof joinRoom>>) => {
      guest.drop();
      await until(vi.getTimerCount, (timers) => timers > 0);
    };

    it.each([
      ['remove', false, 'removed'],
      ['refuse', true, 'refused'],
    ] as const)('says so when it comes back: %s', async (does, waiting_room, outcome) => {
      expect(await outcomeFor(createRoom({ waiting_room }), does, dropped)).toBe(outcome);
    });

    it('says so too in the standing room, where another meeting may be by then', async () => {
      const { room_path, host_path } = service.demoRoom.standing_room;
      const host = await enter(host_path, 'Ana');
      const guest = await enter(room_path, 'Ben');
      await dropped(guest);
      host.send({ type: 'end' });
      await host.closed;
      const again = await openSocket(service.base_url, room_path);
      again.send({ type: 'resume', participant_id: guest.id, token: guest.session.token, received: 2 });
      expect((await again.next('over')).outcome).toBe('ended');
    });

    it('says so too where nobody has noticed that it had dropped', async () => {
      expect(await outcomeFor(createRoom(), 'remove', () => undefined)).toBe('removed');
    });
  });

  it('knows nobody any more who was put out and does not come back', async () => {
    await using impatient = await startDemoRoom({ grace_ms: 1 });
    const { room_path, host_path } = impatient.demoRoom.createRoom();
    const ana = await enterRoom(impatient.base_url, host_path, 'Ana');
    const ben = await enterRoom(impatient.base_url, room_path, 'Ben');
    ana.send({ type: 'remove', participant_id: ben.id });
    await ben.closed;
    const outcome = async () => {
      const again = await openSocket(impatient.base_url, room_path);
      again.send({ type: 'resume', participant_id: ben.id, token: ben.session.token, received: 2 });
      return (await again.next('over')).outcome;
    };
    expect(await until(outcome, (seen) => seen === 'lost')).toBe('lost');
  });

  it('cannot be taken over with a wrong token', async () => {
    const { room_path } = createRoom();
    const ana = await enter(room_path, 'Ana');
    const thief = await openSocket(service.base_url, room_path);
    thief.send({ type: 'resume', participant_id: ana.id, token: 'guess', received: 2 });
    expect((await thief.next('over')).outcome).toBe('lost');
  });

  it('is lost, and no end of the meeting, to a room that knows nobody any more', async () => {
    const ben = await enter(createRoom().room_path, 'Ben');
    const again = await openSocket(service.base_url, service.demoRoom.standing_room.room_path);
    again.send({ type: 'resume', participant_id: ben.id, token: ben.session.token, received: 2 });
    expect((await again.next('over')).outcome).toBe('lost');
  });
});
