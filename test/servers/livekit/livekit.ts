/** A LiveKit meeting server on free loopback ports, with a page, as strangers wrote them; it asks nobody outside the machine. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { clipsFolder } from '../../../lib/demo-room/scripted/clips.ts';
import { freePort } from '../../lab/hosts/free-port.ts';
import { answers, type Program, startProgram } from '../program.ts';
import type { LiveKitPrograms } from './install.ts';

const tokenLivesSeconds = 6 * 3_600;

/** On a busy machine fewer pictures are sent, and none that are smaller. */
const publishDefaults = { degradationPreference: 'maintain-resolution' };

export interface LiveKitOptions {
  /** Pictures come as large as they are shown, and those of hidden people not at all: as LiveKit Meet has it. */
  readonly adaptive?: boolean;
  /** One connection for what is sent and one for what is received, as LiveKit Meet has it, and clients before 2.16: else one for both. */
  readonly apart?: boolean;
  /** Whether a room is made when somebody comes; else `createRoom` makes it. */
  readonly makesRooms?: boolean;
}

/** What the token of somebody who comes says. */
export interface Terms {
  /** Made of the name where it is absent. */
  readonly identity?: string;
  /** Beside that of coming in. */
  readonly rights?: Readonly<Record<string, boolean>>;
  /** What the server takes them for: somebody as others, where it is absent. */
  readonly kind?: 'agent';
  /** For how long it is good; one that is over from the beginning is refused. */
  readonly lives_s?: number;
}

/** How an operator has built the page of a room, where that is not as LiveKit Meet is. */
export interface Making {
  /** In place of the classes that the prefabricated parts have around them. */
  readonly className?: string;
  /** Without the prefabricated conference: tiles and a bar alone. */
  readonly isOfPieces?: boolean;
  /** A copy of the prefabricated conference with a bar of its own, which stays as it is when it is disconnected, and says nothing. */
  readonly hasOwnBar?: boolean;
  /** What is loaded when it is disconnected; else it goes back to its form. */
  readonly leadsTo?: string;
}

export interface LiveKitMember {
  readonly identity: string;
  readonly name: string;
  readonly tracks?: readonly { readonly sid: string; readonly source: string; readonly muted?: boolean }[];
}

export interface LiveKit extends AsyncDisposable {
  /** Of the page, as in `127.0.0.1:34567`. */
  readonly host: string;
  /** The server's process. */
  readonly pid: number;
  roomUrl(room: string): string;
  /** With a token, by which the page comes in without a form, in the name of whoever opens it. */
  tokenUrl(room: string, name: string): string;
  createRoom(room: string, options?: { readonly max_participants?: number }): Promise<void>;
  members(room: string): Promise<readonly LiveKitMember[]>;
  /** Throws somebody out. */
  remove(room: string, identity: string): Promise<void>;
  /** Mutes what somebody sends of a source, such as `MICROPHONE`. */
  mute(room: string, identity: string, source: string): Promise<void>;
  /** Changes what somebody in it may do; what is not named, they may not. */
  permit(room: string, identity: string, permission: Readonly<Record<string, boolean>>): Promise<void>;
  /** Ends the meeting for everybody. */
  end(room: string): Promise<void>;
  /** How everybody comes into a room from now on. */
  admit(room: string, terms: Terms): void;
  /** How the page of a room is built from now on. */
  build(room: string, making: Making): void;
  /** Kills the server, which forgets all meetings, and starts it at the same address. */
  restart(): Promise<void>;
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const htmlOf = (page: object): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>LiveKit</title>
<link rel="stylesheet" href="/app.css"><style>html,body,main{height:100%;margin:0}</style>
<body data-lk-theme="default" data-page='${JSON.stringify(page)}'>
<main></main><script type="module" src="/app.js"></script></body></html>`;

/** What the page is made of, and the voices of those who are played. */
const fileOf = (page: string, pathname: string): { type: string; path: string | URL } | undefined => {
  if (pathname === '/app.js') return { type: 'text/javascript', path: join(page, 'app.js') };
  if (pathname === '/app.css') return { type: 'text/css', path: join(page, 'app.css') };
  const clip = /^\/room\/assets\/clips\/([\w-]+\.opus)$/.exec(pathname)?.[1];
  return clip === undefined ? undefined : { type: 'audio/ogg', path: new URL(clip, clipsFolder) };
};

interface Ports {
  readonly signal: number;
  readonly tcp: number;
  readonly udp: number;
}

/** As the server reads it from its environment: JSON is YAML. */
const configOf = ({ signal, tcp, udp }: Ports, keys: Readonly<Record<string, string>>, makesRooms: boolean): string =>
  JSON.stringify({
    port: signal,
    bind_addresses: ['127.0.0.1'],
    keys,
    rtc: {
      // Media goes by TCP: what the server sends by UDP does not arrive on a loopback address.
      tcp_port: tcp,
      udp_port: udp,
      use_external_ip: false,
      node_ip: '127.0.0.1',
      enable_loopback_candidate: true,
      interfaces: { includes: ['lo'] },
      // It names public ones where none is named. Nothing answers here; Chromium takes nothing else from such an address.
      stun_servers: ['127.0.0.1:9'],
    },
    room: { auto_create: makesRooms },
    logging: { level: 'error' },
  });

const startServer = (program: string, config: string, signal: number): Promise<Program> =>
  startProgram([program], { env: { ...process.env, LIVEKIT_CONFIG: config } }, () =>
    answers(`http://127.0.0.1:${signal}`),
  );

export const startLiveKit = async (
  { server, page }: LiveKitPrograms,
  { adaptive = false, apart = false, makesRooms = true }: LiveKitOptions = {},
): Promise<LiveKit> => {
  await using cleanUp = new AsyncDisposableStack();
  const key = 'loopback';
  const secret = randomBytes(24).toString('hex');
  const ports = { signal: await freePort(), tcp: await freePort(), udp: await freePort() };
  const config = configOf(ports, { [key]: secret }, makesRooms);
  let running = await startServer(server, config, ports.signal);
  cleanUp.defer(() => running[Symbol.asyncDispose]());
  const terms = new Map<string, Terms>();
  const makings = new Map<string, Making>();
  const connection = {
    url: `ws://127.0.0.1:${ports.signal}`,
    options: { adaptiveStream: adaptive, dynacast: adaptive, singlePeerConnection: !apart, publishDefaults },
  };

  const tokenOf = (subject: object, video: object, lives_s = tokenLivesSeconds): string => {
    const now_s = Math.floor(Date.now() / 1_000);
    const claims = { iss: key, nbf: now_s - 60, exp: now_s + lives_s, ...subject, video };
    const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
    return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  };

  const admissionOf = (room: string, name: string): string => {
    const { identity = `${name}__${randomUUID().slice(0, 4)}`, rights = {}, kind, lives_s } = terms.get(room) ?? {};
    return tokenOf({ sub: identity, name, kind }, { room, roomJoin: true, ...rights }, lives_s);
  };

  const serve = async ({ pathname, searchParams }: URL, response: ServerResponse): Promise<void> => {
    if (pathname === '/token') {
      const token = admissionOf(searchParams.get('room') ?? '', searchParams.get('name') ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...connection, token }));
      return;
    }
    const file = fileOf(page, pathname);
    const making = makings.get(pathname.split('/').at(-1) ?? '') ?? {};
    const body = file ? await readFile(file.path) : htmlOf({ making, connection });
    response.writeHead(200, { 'content-type': file?.type ?? 'text/html' }).end(body);
  };
  const web = createServer((request, response) => {
    serve(new URL(request.url ?? '/', 'http://localhost'), response).catch(() => response.writeHead(500).end());
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  cleanUp.defer(async () => {
    web.closeAllConnections();
    web.close();
    await once(web, 'close');
  });

  const ask = async (method: string, room: string, body: object): Promise<unknown> => {
    const rights = { room, roomAdmin: true, roomCreate: true, roomList: true };
    const response = await fetch(`http://127.0.0.1:${ports.signal}/twirp/livekit.RoomService/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf({}, rights)}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} was answered with ${response.status}: ${await response.text()}`);
    return response.json();
  };

  const members = async (room: string): Promise<readonly LiveKitMember[]> => {
    const { participants = [] } = (await ask('ListParticipants', room, { room })) as { participants?: LiveKitMember[] };
    return participants;
  };

  const host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  const roomUrl = (room: string): string => `http://${host}/rooms/${room}`;
  const owned = cleanUp.move();
  return {
    host,
    get pid() {
      return running.pid;
    },
    roomUrl,
    tokenUrl: (room, name) => `${roomUrl(room)}?token=${admissionOf(room, name)}`,
    async createRoom(name, options = {}) {
      await ask('CreateRoom', name, { name, ...options });
    },
    members,
    async remove(room, identity) {
      await ask('RemoveParticipant', room, { room, identity });
    },
    async mute(room, identity, source) {
      const member = (await members(room)).find((one) => one.identity === identity);
      const track = member?.tracks?.find((one) => one.source === source);
      await ask('MutePublishedTrack', room, { room, identity, track_sid: track?.sid, muted: true });
    },
    async permit(room, identity, permission) {
      await ask('UpdateParticipant', room, { room, identity, permission });
    },
    async end(room) {
      await ask('DeleteRoom', room, { room });
    },
    admit: (room, how) => void terms.set(room, how),
    build: (room, making) => void makings.set(room, making),
    async restart() {
      await running[Symbol.asyncDispose]();
      running = await startServer(server, config, ports.signal);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
};
