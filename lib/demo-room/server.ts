import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { type AddressOf, connectedFrom } from '../net/serving/client-address.ts';
import { isClientGone } from '../net/serving/client-gone.ts';
import { countedAddress } from '../net/serving/counted-address.ts';
import { endConnection } from '../net/serving/end-connection.ts';
import { pageHeaders } from '../net/serving/page-headers.ts';
import { asset, page } from './assets.ts';
import { createConnections } from './connections.ts';
import { HttpProblem, readJson, sendJson, sendProblem } from './http.ts';
import { CaptionInput } from './protocol.ts';
import {
  createRooms,
  isHostKey,
  type OpenRoom,
  type RoomAddress,
  RoomExistsError,
  RoomRequest,
  TooManyRoomsError,
} from './rooms.ts';
import { createPlays, type PlaysOptions } from './scripted/plays.ts';
import { Script } from './scripted/script.ts';

const twoPeopleFile = new URL('./scripts/two-people.json', import.meta.url);

const mostSignalBytes = 128 * 1024;

export interface DemoRoomOptions {
  readonly now?: () => number;
  /** How long somebody whose connection dropped is kept in the meeting. */
  readonly grace_ms?: number;
  readonly playScript?: PlaysOptions['playScript'];
  readonly patience_ms?: PlaysOptions['patience_ms'];
  /** Whether somebody who is not there yet, a bot for example, is to come to the room with this path. */
  readonly isExpected?: (room_path: string) => Promise<boolean>;
  readonly onError?: (error: unknown) => void;
  /**
   * Whether somebody may make rooms; everybody may when left out. Where only some may, the standing room too is for those
   * who were given its address.
   */
  readonly mayMakeRooms?: (req: IncomingMessage) => Promise<boolean>;
  /** Where the pages are reached, as `https://bots.example.com`, when that is not the host that requests name. */
  readonly origin?: string;
  /** Whose request it is, behind proxies. */
  readonly addressOf?: AddressOf;
}

export interface DemoRoom {
  /** Answers the request and says true, or leaves it alone and says false when the path is not one of the room's. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<boolean>;
  /** The same for a WebSocket upgrade. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  createRoom(request?: Partial<Omit<RoomRequest, 'script'>>): RoomAddress;
  readonly standing_room: RoomAddress;
  /** Lets the people in the room with this path see that a bot records, or does so no more. */
  showRecorder(
    room_path: string,
    bot: { readonly id: string; readonly name: string; readonly isRecording: boolean },
  ): void;
  /** Has two scripted people wait in the standing room, who talk to whoever comes; the room is reached at `base_url`. */
  keepCompany(base_url: string): Promise<void>;
  close(): Promise<void>;
}

type Handler = (req: IncomingMessage, res: ServerResponse, params: string[], url: URL) => Promise<void>;

const urlOf = (req: IncomingMessage): URL | null => URL.parse(req.url ?? '/', 'http://room.invalid');

/** Whether a page from elsewhere sent it. A proxy may call us by another name than the browser does, which knows our origin. */
const isForeign = ({ headers }: IncomingMessage, origin: string | undefined): boolean =>
  headers.origin !== undefined && headers.origin !== origin && URL.parse(headers.origin)?.host !== headers.host;

// The pages take everything from here: scripts, styles, pictures, and the line to the room, which `self` covers too
// (https://www.w3.org/TR/CSP3/#match-url-to-source-expression). Nothing of theirs is written into the page itself.
const headersOfPages = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  ...pageHeaders({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
  }),
  'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self), geolocation=(), usb=()',
};

const sendPage = (res: ServerResponse, status: number, html: string): void => {
  res.writeHead(status, headersOfPages);
  res.end(html);
};

/** The demo room: a meeting platform of its own, mounted on a server that belongs to the caller. */
export const createDemoRoom = (options: DemoRoomOptions = {}): DemoRoom => {
  const { now = Date.now, grace_ms, playScript, patience_ms, onError = (error) => console.error(error) } = options;
  const { isExpected = async () => false, mayMakeRooms, origin, addressOf = connectedFrom } = options;
  const rooms = createRooms({ now, isExpected, isPrivate: mayMakeRooms !== undefined });
  const connections = createConnections({ now, grace_ms });
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: mostSignalBytes });
  const plays = createPlays({
    playScript,
    patience_ms,
    announce: ({ room }, text) => connections.deliver(room.announce(text)),
    onError,
  });

  const recorders = new WeakMap<OpenRoom['room'], Map<string, string>>();
  const showRecorder: DemoRoom['showRecorder'] = (room_path, { id, name, isRecording }) => {
    const found = rooms.find(/^\/room\/([^/]+)$/.exec(room_path)?.[1] ?? '');
    if (!found) return;
    const names = recorders.get(found.room) ?? new Map<string, string>();
    if (names.has(id) === isRecording) return;
    if (isRecording) names.set(id, name);
    else names.delete(id);
    recorders.set(found.room, names);
    connections.deliver(found.room.recordedBy([...names.values()]));
  };

  const roomOf = (room_id: string | undefined): OpenRoom => {
    const found = rooms.find(room_id ?? '');
    if (!found) throw new HttpProblem(404, 'not_found', 'there is no such room');
    return found;
  };

  const createRoom = async (request: RoomRequest, caller: string): Promise<OpenRoom> => {
    try {
      return await rooms.create(request, caller);
    } catch (error) {
      if (error instanceof RoomExistsError) throw new HttpProblem(409, 'room_exists', error.message);
      if (error instanceof TooManyRoomsError) {
        throw new HttpProblem(429, 'too_many_rooms', error.message, { retry_after_seconds: 60 });
      }
      throw error;
    }
  };

  const postRoom: Handler = async (req, res) => {
    if (mayMakeRooms && !(await mayMakeRooms(req))) {
      const todo = "sign in to the dashboard as one, or send an API key as 'Authorization: Token <key>'";
      throw new HttpProblem(401, 'not_authenticated', `rooms are made by members here: ${todo}`);
    }
    const request = await readJson(req, RoomRequest);
    using place = request.script && plays.reserve();
    const open = await createRoom(request, countedAddress(addressOf(req)));
    if (request.script) place?.play(`http://127.0.0.1:${req.socket.localPort}`, open, request.script);
    sendJson(res, 201, open.address);
  };

  const postCaption: Handler = async (req, res, [room_id]) => {
    const found = roomOf(room_id);
    const key = /^Bearer (.+)$/i.exec(req.headers.authorization ?? '')?.[1];
    if (!isHostKey(found, key)) {
      throw new HttpProblem(401, 'not_authenticated', "send the room's host key as 'Authorization: Bearer <key>'");
    }
    const caption = await readJson(req, CaptionInput);
    if (!found.room.isPresent(caption.speaker_id)) {
      const errors = { speaker_id: ['nobody in the meeting has this id'] };
      throw new HttpProblem(400, 'invalid_input', 'please correct speaker_id', { errors });
    }
    connections.deliver(found.room.caption(caption));
    res.writeHead(204).end();
  };

  const getRoomPage: Handler = async (_req, res, [room_id = ''], url) => {
    const found = rooms.find(room_id);
    if (!found) return sendPage(res, 404, await page('room', { phase: 'not_found', recording: 'allowed' }));
    const { room } = found;
    const isHost = isHostKey(found, url.searchParams.get('host') ?? undefined);
    const attributes = {
      phase: room.isEnded() ? 'ended' : 'pre_join',
      recording: room.recording(),
      'asks-to-join': String(room.hasWaitingRoom() && !isHost),
      'is-host': String(isHost),
    };
    sendPage(res, 200, await page('room', attributes));
  };

  const getAsset: Handler = async (_req, res, [path = '']) => {
    const found = await asset(path);
    if (!found) throw new HttpProblem(404, 'not_found', 'there is no such file');
    res.writeHead(200, {
      'content-type': found.type,
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    res.end(found.body);
  };

  const getHome: Handler = async (_req, res) =>
    sendPage(res, 200, await page('home', mayMakeRooms ? {} : { 'standing-room': rooms.standing.room_path }));

  const routes: [method: string, path: RegExp, handler: Handler][] = [
    ['GET', /^\/room\/?$/, getHome],
    ['GET', /^\/room\/assets\/(.+)$/, getAsset],
    ['GET', /^\/room\/([^/]+)\/?$/, getRoomPage],
    ['POST', /^\/room-api\/rooms$/, postRoom],
    ['POST', /^\/room-api\/rooms\/([^/]+)\/captions$/, postCaption],
  ];

  const answer = async (req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> => {
    const matching = routes.filter(([, path]) => path.test(url.pathname));
    if (matching.length === 0) throw new HttpProblem(404, 'not_found', 'there is nothing at this address');
    const route = matching.find(([method]) => method === req.method);
    if (!route) throw new HttpProblem(405, 'method_not_allowed', `${req.method} is not possible here`);
    const [, path, handler] = route;
    await handler(req, res, path.exec(url.pathname)?.slice(1) ?? [], url);
  };

  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const url = urlOf(req);
    if (!url || !/^\/room(-api)?(\/|$)/.test(url.pathname)) return false;
    try {
      await answer(req, res, url);
    } catch (error) {
      if (!(error instanceof HttpProblem || isClientGone(req, error))) onError(error);
      const problem =
        error instanceof HttpProblem ? error : new HttpProblem(500, 'internal', 'something went wrong here');
      if (res.headersSent) res.destroy();
      else sendProblem(res, problem);
    }
    return true;
  };

  const upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
    const url = urlOf(req);
    const room_id = /^\/room\/([^/]+)\/socket$/.exec(url?.pathname ?? '')?.[1];
    if (!url || room_id === undefined) return false;
    if (isForeign(req, origin)) {
      endConnection(socket, 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return true;
    }
    const found = rooms.find(room_id);
    const isHost = found !== undefined && isHostKey(found, url.searchParams.get('host') ?? undefined);
    webSockets.handleUpgrade(req, socket, head, (opened) => connections.accept(opened, found?.room, isHost));
    return true;
  };

  return {
    handle,
    upgrade,
    standing_room: rooms.standing,
    showRecorder,
    keepCompany: async (base_url) => {
      const script = Script.parse(JSON.parse(await readFile(twoPeopleFile, 'utf8')));
      using place = plays.reserve();
      place.playAlways(base_url, () => roomOf(rooms.standing.room_id), script);
    },
    createRoom: (request = {}) => rooms.open(RoomRequest.omit({ script: true }).parse(request)).address,
    close: async () => {
      await plays.close();
      connections.close();
      webSockets.close();
    },
  };
};
