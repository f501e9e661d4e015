import { randomBytes, randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Delivery } from './meeting/delivery.ts';
import type { Room } from './meeting/room.ts';
import { giveUpAfterMs } from './page/connection.ts';
import { ClientMessage, type Join, Opening, type Resume, type ServerMessage } from './protocol.ts';

const remembered = 200;
const heartbeatMs = 10_000;
const protocolError = 4400;
const over = 4000;
/** A page makes its last try a little later than it gives up. */
const toldForMs = giveUpAfterMs + 2_000;

interface Person {
  readonly room: Room;
  readonly token: string;
  socket: WebSocket | undefined;
  /** The last messages, sent or not, and how many came before them. */
  readonly recent: ServerMessage[];
  forgotten: number;
  graceTimer: ReturnType<typeof setTimeout> | undefined;
}

export interface ConnectionsOptions {
  readonly now?: (() => number) | undefined;
  readonly grace_ms?: number | undefined;
}

const parse = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
};

const isOver = ({ recent }: Person): boolean => recent.at(-1)?.type === 'over';

/**
 * Connects sockets with rooms. Somebody whose socket drops stays in the meeting for `grace_ms`, and hears what was said
 * meanwhile when the page comes back, also that it is over for them.
 */
export const createConnections = ({ now = Date.now, grace_ms = 6_000 }: ConnectionsOptions) => {
  const people = new Map<string, Person>();
  const sockets = new Set<WebSocket>();
  const answered = new WeakSet<WebSocket>();

  const send = (socket: WebSocket, message: ServerMessage): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };

  const tell = (person: Person, message: ServerMessage): void => {
    person.recent.push(message);
    if (person.recent.length > remembered) {
      person.recent.shift();
      person.forgotten += 1;
    }
    if (person.socket) send(person.socket, message);
  };

  const forget = (id: string, person: Person): void => {
    people.delete(id);
    clearTimeout(person.graceTimer);
    person.socket?.close(over, 'over');
  };

  const deliver = (deliveries: Delivery[]): void => {
    for (const { to, message } of deliveries) {
      const person = people.get(to);
      if (!person) continue;
      tell(person, message);
      if (message.type !== 'over') continue;
      // It may not be heard: whoever comes back by then is told once more.
      if (person.socket) person.socket.close(over, 'over');
      else awaitReturn(to, person, Math.max(grace_ms, toldForMs));
    }
  };

  const awaitReturn = (id: string, person: Person, within_ms: number): void => {
    clearTimeout(person.graceTimer);
    person.graceTimer = setTimeout(() => {
      deliver(person.room.receive(id, { type: 'leave' }, now()));
      forget(id, person);
    }, within_ms);
  };

  const drop = (id: string, socket: WebSocket): void => {
    const person = people.get(id);
    if (person?.socket !== socket) return;
    person.socket = undefined;
    awaitReturn(id, person, grace_ms);
  };

  const listen = (id: string, person: Person, socket: WebSocket): void => {
    person.socket = socket;
    socket.on('close', () => drop(id, socket));
    socket.on('message', (data) => {
      const message = ClientMessage.safeParse(parse(String(data)));
      if (message.success) deliver(person.room.receive(id, message.data, now()));
      else tell(person, { type: 'notice', text: 'That could not be sent.' });
    });
  };

  const welcome = (socket: WebSocket, room: Room, is_host: boolean, { type: _, ...joining }: Join): void => {
    const id = randomUUID();
    const person: Person = {
      room,
      token: randomBytes(18).toString('base64url'),
      socket,
      recent: [],
      forgotten: 0,
      graceTimer: undefined,
    };
    people.set(id, person);
    tell(person, { type: 'session', participant_id: id, token: person.token });
    listen(id, person, socket);
    deliver(room.join(id, { ...joining, is_host }, now()));
  };

  const resume = (socket: WebSocket, room: Room, { participant_id, token, received }: Resume): void => {
    const person = people.get(participant_id);
    // Where a meeting has ended, another one may have its address.
    const isTheirs = person?.token === token && (person.room === room || isOver(person));
    if (!isTheirs || received < person.forgotten) {
      send(socket, { type: 'over', outcome: room.isEnded() ? 'ended' : 'lost' });
      socket.close(over, 'over');
      return;
    }
    clearTimeout(person.graceTimer);
    person.socket?.terminate();
    listen(participant_id, person, socket);
    for (const message of person.recent.slice(received - person.forgotten)) send(socket, message);
    if (isOver(person)) socket.close(over, 'over');
  };

  /** Takes over a socket that was opened for a room; the first message says who it is. */
  const accept = (socket: WebSocket, room: Room | undefined, is_host: boolean): void => {
    sockets.add(socket);
    answered.add(socket);
    socket.on('pong', () => answered.add(socket));
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.terminate());
    if (!room) {
      send(socket, { type: 'over', outcome: 'not_found' });
      socket.close(over, 'over');
      return;
    }
    socket.once('message', (data) => {
      const opening = Opening.safeParse(parse(String(data)));
      if (!opening.success) socket.close(protocolError, 'the first message is join or resume');
      else if (opening.data.type === 'join') welcome(socket, room, is_host, opening.data);
      else resume(socket, room, opening.data);
    });
  };

  // A machine that went to sleep sends no close: a socket that leaves one ping unanswered is gone.
  const heartbeat = setInterval(() => {
    for (const socket of sockets) {
      if (!answered.delete(socket)) socket.terminate();
      else socket.ping();
    }
  }, heartbeatMs);
  heartbeat.unref();

  const close = (): void => {
    clearInterval(heartbeat);
    for (const [id, person] of people) forget(id, person);
    for (const socket of sockets) socket.terminate();
  };

  return { accept, deliver, close };
};
