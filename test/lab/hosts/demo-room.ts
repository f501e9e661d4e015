import { WebSocket } from 'ws';
import type { ServerMessage } from '../../../lib/demo-room/protocol.ts';
import type { Round } from '../../../lib/demo-room/scripted/run-script.ts';
import { longestMs } from '../until.ts';

/** The clock of a script's one round, which a test moves on when it has seen what it waits for. */
export const aRound = () => {
  const moments: { readonly at_ms: number; come(): void }[] = [];
  let now_ms = 0;
  const look = () => {
    for (const { at_ms, come } of moments) if (at_ms <= now_ms) come();
  };
  const round: Round = (at_ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', () => reject(signal.reason));
      moments.push({ at_ms, come: resolve });
      look();
    });
  return {
    beginRound: () => round,
    /** Lets the script come to this moment. */
    reach: (at_ms: number) => {
      now_ms = at_ms;
      look();
    },
  };
};

/** Sends JSON, or a text as it is. */
export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

type Received<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

/** The socket of a page, from which the next message of a kind can be awaited. */
export const openSocket = async (base_url: string, path: string, headers: Record<string, string> = {}) => {
  const url = new URL(path, base_url);
  url.pathname += '/socket';
  const socket = new WebSocket(url.href.replace('http', 'ws'), { headers });
  const received: ServerMessage[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    for (const wake of waiting) wake();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));

  const take = <T extends ServerMessage['type']>(type: T): Received<T> | undefined => {
    const index = received.findIndex((message) => message.type === type);
    return index < 0 ? undefined : (received.splice(index, 1)[0] as Received<T>);
  };

  return {
    closed,
    send: (message: object) => socket.send(JSON.stringify(message)),
    drop: () => socket.terminate(),
    /** Takes all messages of this kind, those that have come and those that will, for as long as the socket is open. */
    follow: <T extends ServerMessage['type']>(type: T, told: (message: Received<T>) => void): void => {
      const look = () => {
        for (let message = take(type); message; message = take(type)) told(message);
      };
      waiting.add(look);
      look();
    },
    /** The first message of this kind not yet taken, now or when it comes. @throws when it has not come after minutes */
    next: <T extends ServerMessage['type']>(type: T): Promise<Received<T>> =>
      new Promise((resolve, reject) => {
        // Unlike a timer, it goes by the machine's clock whatever a test makes of its own.
        AbortSignal.timeout(longestMs).addEventListener('abort', () => {
          waiting.delete(look);
          const came = received.map((message) => message.type).join(', ');
          reject(new Error(`waited in vain for '${type}'; not taken: ${came || 'nothing'}`));
        });
        const look = () => {
          const message = take(type);
          if (!message) return;
          waiting.delete(look);
          resolve(message);
        };
        waiting.add(look);
        look();
      }),
  };
};

/** Somebody who presses join on the page of a room. */
export const joinRoom = async (base_url: string, path: string, name: string) => {
  const socket = await openSocket(base_url, path);
  socket.send({ type: 'join', name, microphone: true, camera: false });
  const session = await socket.next('session');
  return { ...socket, session, id: session.participant_id };
};

/** Somebody who is in the meeting. */
export const enterRoom = async (base_url: string, path: string, name: string) => {
  const person = await joinRoom(base_url, path, name);
  return { ...person, joined: await person.next('joined') };
};
