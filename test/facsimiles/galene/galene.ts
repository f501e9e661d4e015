/**
 * A server that behaves as Galène's does, with a page that does: typed from the documented protocol (galene-protocol.md), and
 * from what was seen of the real ones. See README.md beside it for what is known and what is not.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { admit, type GroupOptions } from './group.ts';
import { type Incoming, type Kind, type Outgoing, receive } from './sfu.ts';
import { openSite } from './site.ts';

/** What is null is not there, as for Go. */
const withoutNulls = (message: unknown): unknown =>
  typeof message === 'object' && message !== null
    ? Object.fromEntries(Object.entries(message).filter(([, value]) => value !== null))
    : message;

const Message = z.looseObject({
  type: z.string(),
  kind: z.string().optional(),
  id: z.string().optional(),
  replace: z.string().optional(),
  source: z.string().optional(),
  dest: z.string().optional(),
  group: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  token: z.string().optional(),
  label: z.string().optional(),
  sdp: z.string().optional(),
  candidate: z.looseObject({}).optional(),
  noecho: z.boolean().optional(),
  request: z.union([z.record(z.string(), z.array(z.string())), z.array(z.string())]).optional(),
});
type Message = z.infer<typeof Message>;

interface Stream {
  readonly id: string;
  readonly label: string;
  readonly media: Incoming;
  /** By whom it goes to. */
  readonly out: Map<Client, Outgoing>;
}

interface Client {
  readonly socket: WebSocket;
  id: string;
  username: string;
  permissions: readonly string[];
  /** Such as that they raise their hand. */
  data: Readonly<Record<string, unknown>>;
  group: Group | undefined;
  /** What they want of streams, by label; the empty label is of all others. */
  request: Readonly<Record<string, readonly string[]>>;
  readonly streams: Map<string, Stream>;
  /** Of single streams, in order. */
  readonly asks: Ask[];
}

export interface Ask {
  /** Whose stream. */
  readonly source: string;
  readonly size: 'low' | 'whole';
}

interface Group {
  readonly name: string;
  options: GroupOptions;
  readonly clients: Set<Client>;
  readonly history: object[];
}

export interface Member {
  readonly id: string;
  readonly username: string;
}

export interface Galene extends AsyncDisposable {
  /** As in `127.0.0.1:34567`. */
  readonly host: string;
  /** How often it was asked for something. */
  readonly asked: number;
  groupUrl(group: string, token?: string): string;
  /** Makes a group, or changes one, as a change of its file does. */
  configure(group: string, options: GroupOptions): void;
  /** Its file is gone; whoever is inside stays so. */
  /** Sends whoever comes by another name on to this host. */
  callItself(host: string | undefined): void;
  forget(group: string): void;
  members(group: string): readonly Member[];
  /** In which size somebody has asked for the streams of others, in order. */
  asksOf(group: string, id: string): readonly Ask[];
  /** An operator throws somebody out, in the server's words or in their own. */
  kick(group: string, id: string, words?: string): void;
  /** An operator mutes everybody. */
  mute(group: string): void;
  /** Cuts everybody's connection, without a word. */
  cut(group: string): void;
}

const kindsOf = (wanted: readonly string[] = []): readonly Kind[] => [
  ...(wanted.includes('audio') ? (['audio'] as const) : []),
  ...(wanted.some((one) => one === 'video' || one === 'video-low') ? (['video'] as const) : []),
];

/** The right that it takes to send a message. */
const neededFor: Readonly<Record<string, string>> = {
  chat: 'message',
  useraction: 'op',
  groupaction: 'op',
  offer: 'present',
  usermessage: 'message',
};

const protocolError = 1002;

/** Whoever says that they are somebody else is put out. */
const isSpoofed = ({ id, username }: Client, said: Message): boolean =>
  (said.source ?? id) !== id || (said.type !== 'join' && (said.username ?? username) !== username);

export const startGalene = async (): Promise<Galene> => {
  const groups = new Map<string, Group>();

  const tell = ({ socket }: Client, message: object): void => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const tellAll = (group: Group, message: object, except?: Client): void => {
    for (const client of group.clients) if (client !== except) tell(client, message);
  };
  const userOf = ({ id, username, permissions, data }: Client, kind: string): object => ({
    type: 'user',
    kind,
    id,
    username,
    permissions,
    data,
  });

  /** Connections take seconds to be gone, for which nobody has to wait. */
  const closings = new Set<Promise<void>>();
  const close = (connection: { close(): Promise<void> } | undefined): void => {
    if (connection) closings.add(connection.close().catch(() => undefined));
  };

  const endFor = (to: Client, stream: Stream): void => {
    close(stream.out.get(to));
    stream.out.delete(to);
    tell(to, { type: 'close', id: stream.id });
  };

  const negotiate = async (to: Client, from: Client, { id, label }: Stream, outgoing: Outgoing, replace?: string) => {
    const sdp = await outgoing.offer();
    if (sdp === undefined) return;
    const { id: source, username } = from;
    tell(to, { type: 'offer', id, label, source, username, sdp, ...(replace && { replace }) });
  };

  /** A change of what is asked for goes over the connection that there is. */
  const offerTo = async (to: Client, from: Client, stream: Stream, replace?: string): Promise<void> => {
    const kinds = kindsOf(to.request[stream.label] ?? to.request['']).filter((kind) =>
      stream.media.kinds.includes(kind),
    );
    const before = stream.out.get(to);
    if (kinds.length === 0) {
      if (before) endFor(to, stream);
      return;
    }
    if (kinds.length === before?.kinds.length && kinds.every((kind) => before.kinds.includes(kind))) return;
    const outgoing = before ?? stream.media.forward(kinds);
    outgoing.carry(kinds);
    stream.out.set(to, outgoing);
    await negotiate(to, from, stream, outgoing, replace);
  };

  const closeStream = (from: Client, id: string, tellOthers = true): void => {
    const stream = from.streams.get(id);
    if (!stream) return;
    from.streams.delete(id);
    for (const [to, outgoing] of stream.out) {
      if (tellOthers) tell(to, { type: 'close', id });
      close(outgoing);
    }
    close(stream.media);
  };

  const leave = (client: Client): void => {
    const { group } = client;
    if (!group) return;
    client.group = undefined;
    group.clients.delete(client);
    for (const id of client.streams.keys()) closeStream(client, id);
    for (const other of group.clients)
      for (const { out } of other.streams.values()) {
        close(out.get(client));
        out.delete(client);
      }
    tellAll(group, { type: 'user', kind: 'delete', id: client.id, username: client.username });
  };

  const admitTo = (client: Client, { group: name = '', username, password = '', token }: Message): void => {
    const group = groups.get(name);
    const admission = admit(group?.options, { username, password, token }, [...(group?.clients ?? [])]);
    if ('fail' in admission || !group) {
      const { fail: value, error } = admission as { fail: string; error?: string };
      tell(client, { type: 'joined', kind: 'fail', group: name, username, value, ...(error && { error }) });
      return;
    }
    const { redirect, locked } = group.options;
    if (redirect) {
      tell(client, { type: 'joined', kind: 'redirect', group: name, username, value: redirect });
      return;
    }
    client.username = admission.username;
    client.permissions = admission.permissions;
    client.group = group;
    tell(client, {
      type: 'joined',
      kind: 'join',
      group: name,
      username: client.username,
      permissions: client.permissions,
      status: { name, displayName: name, locked: Boolean(locked), clientCount: group.clients.size + 1 },
      rtcConfiguration: { iceServers: [] },
    });
    for (const message of group.history) tell(client, { ...message, type: 'chathistory', privileged: undefined });
    tell(client, userOf(client, 'add'));
    for (const other of group.clients) tell(client, userOf(other, 'add'));
    tellAll(group, userOf(client, 'add'));
    group.clients.add(client);
  };

  const may = (client: Client, right: string): boolean => client.permissions.includes(right);
  const refuse = (client: Client): void =>
    tell(client, { type: 'usermessage', kind: 'error', dest: client.id, privileged: true, value: 'not authorised' });

  const chat = (client: Client, group: Group, message: Message): void => {
    const { dest = '', kind = '', noecho } = message;
    const said = {
      type: 'chat',
      id: message.id ?? (dest === '' ? randomUUID() : undefined),
      source: client.id,
      username: client.username,
      ...(dest !== '' && { dest }),
      privileged: may(client, 'op'),
      time: new Date().toISOString().replace(/\.\d+/, ''),
      kind,
      value: message.value,
    };
    if (dest === '') {
      group.history.push(said);
      tellAll(group, said, noecho ? client : undefined);
    }
    for (const one of group.clients) if (one.id === dest) tell(one, said);
  };

  const kick = (client: Client, by: object, words = 'you have been kicked out'): void => {
    tell(client, { type: 'usermessage', kind: 'kicked', ...by, dest: client.id, privileged: true, value: words });
    client.socket.close(1000, 'kicked');
  };

  const act = (client: Client, group: Group, { kind, dest, value }: Message): void => {
    if (kind === 'setdata') {
      client.data = Object.fromEntries(
        Object.entries({ ...client.data, ...Object(value) }).filter(([, value]) => value !== null),
      );
      tellAll(group, userOf(client, 'change'));
      return;
    }
    const to = [...group.clients].find(({ id }) => id === dest);
    const words = typeof value === 'string' && value !== '' ? value : undefined;
    if (kind === 'kick' && to) kick(to, { id: client.id, username: client.username }, words);
    if (kind === 'lock') group.options = { ...group.options, locked: words ?? true };
    if (kind === 'unlock') {
      const { locked: _, ...open } = group.options;
      group.options = open;
    }
    if (kind === 'lock' || kind === 'unlock') {
      const status = { name: group.name, locked: kind === 'lock' };
      for (const one of group.clients)
        tell(one, {
          type: 'joined',
          kind: 'change',
          group: group.name,
          username: one.username,
          permissions: one.permissions,
          status,
        });
    }
  };

  const publish = async (
    client: Client,
    group: Group,
    { id = '', label = '', replace, sdp = '' }: Message,
  ): Promise<void> => {
    const known = client.streams.get(id);
    const stream: Stream = known ?? { id, label, media: receive(), out: new Map() };
    client.streams.set(id, stream);
    tell(client, { type: 'answer', id, sdp: await stream.media.answer(sdp) });
    for (const other of group.clients) if (other !== client) await offerTo(other, client, stream, replace);
    if (replace) closeStream(client, replace, false);
  };

  const streamBy = (group: Group, id = ''): { readonly from: Client; readonly stream: Stream } | undefined => {
    const from = [...group.clients].find(({ streams }) => streams.has(id));
    const stream = from?.streams.get(id);
    return from && stream && { from, stream };
  };

  const answered = async (client: Client, group: Group, { id, sdp = '' }: Message): Promise<void> => {
    const sent = streamBy(group, id);
    const outgoing = sent?.stream.out.get(client);
    if (sent && (await outgoing?.accept(sdp)) && outgoing) await negotiate(client, sent.from, sent.stream, outgoing);
  };

  const hear = async (client: Client, message: Message): Promise<void> => {
    const { type, kind, id = '' } = message;
    if (type === 'handshake') {
      client.id = id;
      return tell(client, { type: 'handshake', version: ['2'] });
    }
    if (isSpoofed(client, message)) return client.socket.close(protocolError, 'spoofed');
    if (type === 'ping') return tell(client, { type: 'pong' });
    if (type === 'join' && kind === 'join') return admitTo(client, message);
    const { group } = client;
    if (!group) return;
    if (type === 'join' && kind === 'leave') {
      leave(client);
      return tell(client, { type: 'joined', kind: 'leave', group: group.name, username: client.username });
    }
    const isOfOneself = type === 'useraction' && kind === 'setdata' && message.dest === client.id;
    const right = isOfOneself ? undefined : neededFor[type];
    if (right && !may(client, right)) {
      if (type === 'offer') tell(client, { type: 'abort', id });
      return refuse(client);
    }
    if (type === 'chat') return chat(client, group, message);
    if (type === 'useraction' || type === 'groupaction') return act(client, group, message);
    if (type === 'request') {
      client.request = Array.isArray(message.request) ? {} : (message.request ?? {});
      for (const other of group.clients)
        if (other !== client) for (const stream of other.streams.values()) await offerTo(client, other, stream);
      return;
    }
    if (type === 'requestStream') {
      const isLow = Array.isArray(message.request) && message.request.includes('video-low');
      const source = streamBy(group, id)?.from.id;
      if (source !== undefined) client.asks.push({ source, size: isLow ? 'low' : 'whole' });
      return;
    }
    if (type === 'offer') return publish(client, group, message);
    if (type === 'close') return closeStream(client, id);
    if (type === 'answer') return answered(client, group, message);
    const sent = streamBy(group, id);
    if (type === 'abort') return sent && endFor(client, sent.stream);
    if (type === 'ice' && message.candidate)
      return (client.streams.get(id)?.media ?? sent?.stream.out.get(client))?.addCandidate(message.candidate);
    if (type === 'usermessage') {
      const { dest = '', value } = message;
      const said = {
        type,
        kind,
        source: client.id,
        username: client.username,
        dest,
        privileged: may(client, 'op'),
        value,
      };
      for (const one of group.clients) if (dest === '' || one.id === dest) tell(one, said);
    }
  };

  const connect = (socket: WebSocket): void => {
    const client: Client = {
      socket,
      id: '',
      username: '',
      permissions: [],
      data: {},
      group: undefined,
      request: {},
      asks: [],
      streams: new Map(),
    };
    let last: Promise<unknown> = Promise.resolve();
    const then = (work: () => unknown): void => {
      last = last.then(work).catch(() => undefined);
    };
    socket.on('message', (data) => then(() => hear(client, Message.parse(withoutNulls(JSON.parse(String(data)))))));
    socket.on('close', () => then(() => leave(client)));
    socket.on('error', () => undefined);
  };

  let asked = 0;
  let canonical: string | undefined;
  const web = createServer(await openSite(groups, () => canonical));
  web.on('request', () => {
    asked += 1;
  });
  const sockets = new WebSocketServer({ server: web, path: '/ws' });
  sockets.on('connection', connect);
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  const groupBy = (name: string): Group => {
    const group = groups.get(name);
    if (!group) throw new Error(`there is no group ${name}`);
    return group;
  };

  return {
    host,
    get asked() {
      return asked;
    },
    groupUrl: (group, token) => `http://${host}/group/${group}/${token === undefined ? '' : `?token=${token}`}`,
    configure(name, options) {
      const group = groups.get(name);
      if (group) group.options = options;
      else groups.set(name, { name, options, clients: new Set(), history: [] });
    },
    callItself(host) {
      canonical = host;
    },
    forget: (name) => void groups.delete(name),
    members: (name) => [...groupBy(name).clients].map(({ id, username }) => ({ id, username })),
    asksOf: (name, id) => [...groupBy(name).clients].find((client) => client.id === id)?.asks ?? [],
    kick(name, id, words) {
      for (const client of groupBy(name).clients)
        if (client.id === id) kick(client, { id: 'somebody', username: 'Ana' }, words);
    },
    mute: (name) =>
      tellAll(groupBy(name), { type: 'usermessage', kind: 'mute', source: 'op', username: 'Ana', privileged: true }),
    cut(name) {
      for (const { socket } of groupBy(name).clients) socket.terminate();
    },
    async [Symbol.asyncDispose]() {
      for (const { clients } of groups.values()) for (const client of [...clients]) leave(client);
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      web.closeAllConnections();
      web.close();
      await once(web, 'close');
      await Promise.all(closings);
    },
  };
};
