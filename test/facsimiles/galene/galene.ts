/**
 * A server that behaves as Galène's does, with a page that does: typed from the documented protocol (galene-protocol.md), and
 * from what was seen of the real ones. See ../README.md for what is known and what is not.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Ask, type Client, type Group, tell, tellAll, userOf } from './clients.ts';
import { createForwarding } from './forwarding.ts';
import { admit, type GroupOptions, isOp, noOperators } from './group.ts';
import { type Message, readMessage } from './message.ts';
import { openSite } from './site.ts';

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
  /** Sends whoever comes by another name on to this host. */
  callItself(host: string | undefined): void;
  /** Its file is gone; whoever is inside stays so. */
  forget(group: string): void;
  members(group: string): readonly Member[];
  /** What somebody sends, by the ids of their streams. */
  streamsOf(group: string, id: string): readonly string[];
  /** In which size somebody has asked for the streams of others, in order. */
  asksOf(group: string, id: string): readonly Ask[];
  /** An operator throws somebody out, in the server's words or in their own. */
  kick(group: string, id: string, words?: string): void;
  /** The server itself puts everybody out. */
  kickAll(group: string, words: string): void;
  /** Somebody is gone, and nobody has heard of it yet. */
  slip(group: string, id: string): void;
  /** Is far away: hears nothing of whoever joins from now on, until it is told to go on. */
  hold(group: string): () => void;
  /** Writes down what is said, with the connection of somebody: as a program does, or their own page. */
  caption(group: string, id: string, text: string): void;
  /** An operator mutes everybody. */
  mute(group: string): void;
  /** Cuts everybody's connection, without a word. */
  cut(group: string): void;
}

/** The right that it takes to send a message. */
const neededFor: Readonly<Record<string, string>> = {
  chat: 'message',
  useraction: 'op',
  groupaction: 'op',
  offer: 'present',
  usermessage: 'message',
};
const rightFor = ({ type, kind }: Message): string | undefined =>
  type === 'chat' && kind === 'caption' ? 'caption' : neededFor[type];

const protocolError = 1002;
/** Of what was written to all, captions too (maxChatHistory in group/group.go). */
const mostReplayed = 50;

/** Whoever says that they are somebody else is put out. */
const isSpoofed = ({ id, username }: Client, said: Message): boolean =>
  (said.source ?? id) !== id || (said.type !== 'join' && (said.username ?? username) !== username);

export const startGalene = async (): Promise<Galene> => {
  const groups = new Map<string, Group>();
  const forwarding = createForwarding();

  const tellRights = (client: Client, { name, options }: Group): void =>
    tell(client, {
      type: 'joined',
      kind: 'change',
      group: name,
      username: client.username,
      permissions: client.permissions,
      status: { name, locked: Boolean(options.locked) },
    });

  const kick = (client: Client, by: object, words = 'you have been kicked out'): void => {
    tell(client, { type: 'usermessage', kind: 'kicked', ...by, dest: client.id, privileged: true, value: words });
    client.socket.close(1000, 'kicked');
  };

  /** What becomes of a group without an operator: it is locked before anybody is put out. */
  const autoLockKick = (group: Group): void => {
    const { autokick, autolock, locked } = group.options;
    if ([...group.clients].some(isOp)) return;
    if (autolock && !locked) {
      group.options = { ...group.options, locked: true };
      for (const one of group.clients) tellRights(one, group);
    }
    if (autokick) for (const one of group.clients) kick(one, {}, noOperators);
  };

  const leave = (client: Client): void => {
    const { group } = client;
    if (!group) return;
    client.group = undefined;
    group.clients.delete(client);
    forwarding.forget(client, group);
    tellAll(group, { type: 'user', kind: 'delete', id: client.id, username: client.username });
    autoLockKick(group);
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
    if (group.isDeaf) client.socket.pause();
  };

  const may = (client: Client, right: string): boolean => client.permissions.includes(right);
  const refuse = (client: Client, value = 'not authorised'): void =>
    tell(client, { type: 'usermessage', kind: 'error', dest: client.id, privileged: true, value });

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
      group.history.splice(0, group.history.length - mostReplayed);
      tellAll(group, said, noecho ? client : undefined);
    }
    if (dest === '') return;
    const reader = [...group.clients].find(({ id }) => id === dest);
    if (reader) tell(reader, said);
    else refuse(client, 'user unknown');
  };

  const changeRights = (client: Client, group: Group, mayPresent: boolean): void => {
    const others = client.permissions.filter((right) => right !== 'present');
    client.permissions = mayPresent ? [...others, 'present'] : others;
    tellRights(client, group);
    if (!mayPresent)
      for (const id of [...client.streams.keys()]) {
        forwarding.end(client, id);
        tell(client, { type: 'abort', id });
        refuse(client, 'permission denied');
      }
    tellAll(group, userOf(client, 'change'));
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
    if (kind === 'lock' || kind === 'unlock') for (const one of group.clients) tellRights(one, group);
    if ((kind === 'present' || kind === 'unpresent') && to) changeRights(to, group, kind === 'present');
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
    const right = isOfOneself ? undefined : rightFor(message);
    if (right && !may(client, right)) {
      if (type === 'offer') tell(client, { type: 'abort', id });
      return refuse(client);
    }
    if (type === 'chat') return chat(client, group, message);
    if (type === 'useraction' || type === 'groupaction') return act(client, group, message);
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
      return;
    }
    return forwarding.hear(client, group, message);
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
    socket.on('message', (data) => then(() => hear(client, readMessage(String(data)))));
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
      const group = groups.get(name) ?? { name, options, clients: new Set(), isDeaf: false, history: [] };
      group.options = options;
      groups.set(name, group);
      autoLockKick(group);
    },
    callItself(host) {
      canonical = host;
    },
    forget: (name) => void groups.delete(name),
    members: (name) => [...groupBy(name).clients].map(({ id, username }) => ({ id, username })),
    streamsOf: (name, id) => [...([...groupBy(name).clients].find((client) => client.id === id)?.streams.keys() ?? [])],
    asksOf: (name, id) => [...groupBy(name).clients].find((client) => client.id === id)?.asks ?? [],
    kick(name, id, words) {
      for (const client of groupBy(name).clients)
        if (client.id === id) kick(client, { id: 'somebody', username: 'Ana' }, words);
    },
    kickAll(name, words) {
      for (const client of groupBy(name).clients) kick(client, {}, words);
    },
    slip(name, id) {
      const { clients } = groupBy(name);
      for (const client of clients) if (client.id === id) clients.delete(client);
    },
    hold(name) {
      const group = groupBy(name);
      group.isDeaf = true;
      return () => {
        group.isDeaf = false;
        for (const { socket } of group.clients) socket.resume();
      };
    },
    caption(name, id, value) {
      const client = [...groupBy(name).clients].find((one) => one.id === id);
      if (!client || !may(client, 'caption')) throw new Error(`${id} may not write captions`);
      chat(client, groupBy(name), { type: 'chat', kind: 'caption', source: id, value });
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
      await forwarding.closed();
    },
  };
};
