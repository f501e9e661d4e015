/** The platform's real-time media streams on this machine: signaling and media servers, and meetings that are played to them. */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type ConfEvent, rtmsInterrupted, rtmsStarted, rtmsStopped } from '../conf/events.ts';
import { anApp, aUser, type User } from '../conf/people.ts';
import { passingTime, type Time } from '../time.ts';
import { aStill } from './films/films.ts';
import type { Secrets } from './handshakes.ts';
import { aLine, type LineKind } from './line.ts';
import { aMeeting } from './meeting.ts';
import { play, propsOf } from './player.ts';
import type { RtmsQuirks } from './quirks.ts';
import type { Script } from './script.ts';
import { aStream, type Stream } from './stream.ts';

export interface RtmsOptions {
  readonly secrets?: Secrets;
  readonly time?: Time;
  readonly quirks?: RtmsQuirks;
  /** With it, wss. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Where signaling says that the media server is, instead of here: to see whether a client goes there. */
  readonly mediaBase?: string;
  readonly host?: User;
  /** Gets the webhooks that the platform would send, but the first. */
  readonly tell?: (event: ConfEvent) => void;
}

/** A stream, its webhook, and what can be played to it. */
export interface PlayedStream extends Stream {
  /** The webhook that tells of it; after a fail-over it names other servers. */
  started(): ConfEvent;
  /** Its servers die; others take over, and the platform tells of the stream again. */
  failOver(): void;
  /** Decodes what the script needs, and begins. */
  play(script: Script): Promise<{ readonly done: Promise<void> } & Disposable>;
}

export interface Rtms extends AsyncDisposable {
  /** Something to connect to. */
  startStream(ids?: { meeting_uuid?: string; rtms_stream_id?: string }): PlayedStream;
  /** Waits until all clients have read what was said to them, what they answered at once has arrived, and closed sockets are gone. */
  settled(): Promise<void>;
  /** How many sockets were ever opened. */
  readonly opened: number;
  /** How many are open. */
  readonly connected: number;
}

const kinds = ['audio', 'video', 'deskshare', 'transcript', 'chat', 'all'] as const;

export const anRtms = async ({
  secrets = anApp(),
  time = passingTime(),
  quirks = {},
  tls,
  mediaBase,
  host = aUser(),
  tell = () => {},
}: RtmsOptions = {}): Promise<Rtms> => {
  const still = await aStill();
  const places = new Map<string, { readonly stream: Stream; readonly kind: LineKind }>();
  let opened = 0;
  let made = 0;
  const server = tls ? createHttpsServer(tls) : createHttpServer();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1_000_000 });
  // A client that does not trust the certificate goes before there is a request.
  server.on('tlsClientError', () => {});
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const place = places.get(request.url ?? '');
    // A client that is refused may go before it has read why.
    socket.on('error', () => {});
    if (!place) return void socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (client: WebSocket) => {
      opened += 1;
      place.stream.attach(place.kind, (events) => aLine(client, place.kind, time, quirks, events));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `${tls ? 'wss' : 'ws'}://localhost:${(server.address() as AddressInfo).port}`;

  return {
    startStream({ meeting_uuid, rtms_stream_id } = {}) {
      made += 1;
      const number = made;
      const ids = {
        meeting_uuid: meeting_uuid ?? `meeting-${number}==`,
        rtms_stream_id: rtms_stream_id ?? `stream${number}`,
      };
      const meeting = aMeeting();
      let servers = 0;
      const pathOf = (name: string) => `/${number}/${servers}/${name}`;
      const isNamed = (kind: (typeof kinds)[number]) => kind === 'all' || (quirks.allows?.includes(kind) ?? true);
      const mediaUrls = () =>
        Object.fromEntries(
          (quirks.onlyAll ? (['all'] as const) : kinds.filter(isNamed)).map((kind) => [
            kind,
            `${mediaBase ?? base}${pathOf(kind)}`,
          ]),
        );
      const stream = aStream({
        ...ids,
        meeting,
        secrets,
        time,
        quirks,
        still,
        mediaUrls,
        tell: (news) =>
          tell(
            news.what === 'interrupted'
              ? rtmsInterrupted({ ...ids, server_urls: '' }, host, time.now(), quirks)
              : rtmsStopped({ ...ids, server_urls: '' }, news.stop_reason, host, time.now(), quirks),
          ),
      });
      const open = (): void => {
        for (const path of places.keys()) if (places.get(path)?.stream === stream) places.delete(path);
        servers += 1;
        for (const name of ['signaling', 'signaling-too']) places.set(pathOf(name), { stream, kind: 'signaling' });
        for (const name of kinds) places.set(pathOf(name), { stream, kind: 'media' });
      };
      const started = (): ConfEvent => {
        const urls = ['signaling', ...(quirks.severalUrls ? ['signaling-too'] : [])].map(
          (name) => `${base}${pathOf(name)}`,
        );
        return rtmsStarted({ ...ids, server_urls: urls.join(',') }, host, time.now(), quirks);
      };
      const failOver = (): void => {
        stream.die();
        open();
        tell(started());
      };
      open();
      const extra = {
        started,
        failOver,
        play: async (script: Script) => play(script, await propsOf(script), { stream, meeting, time, failOver }),
      };
      // Not spread: the stream's state is read when it is asked for.
      return Object.assign(stream, extra);
    },
    async settled() {
      await Promise.all(
        [...sockets.clients].map((client) => {
          const { promise, resolve } = Promise.withResolvers<void>();
          client.once('pong', resolve).once('close', resolve);
          if (client.readyState === client.OPEN) client.ping();
          return promise.finally(() => client.off('pong', resolve).off('close', resolve));
        }),
      );
    },
    get opened() {
      return opened;
    },
    get connected() {
      return [...sockets.clients].filter(({ readyState, OPEN }) => readyState === OPEN).length;
    },
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
