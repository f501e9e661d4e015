/** Who is in a Galène group, what they send, and how the bot's own way in or out went. Pure but for its memory. */
import { BoundedSet } from '../../../../process/bounded.ts';
import type { StageDevice } from '../../../meeting/stage.ts';
import { mostAsides } from '../../../meeting/view-limits.ts';
import type { WireFact } from '../../judging/facts.ts';
import { nameFaults } from '../shared/name-faults.ts';
import { ofJoining } from '../signs/parts.ts';
import { noReader, notAuthorised, ownWordsIn, type Pause, pauses, removed } from './server-words.ts';
import { createGaleneStreams, devicesOf, type GaleneStream } from './streams.ts';
import { type GaleneMessage, type GroupStatus, messageOf, statusOf } from './wire.ts';

const mostMembers = 10_000;
/** A server answers a ping at once, and has to within 30 s (galene-protocol.md). The page itself waits for over a minute. */
const answersWithinMs = 15_000;
/**
 * Pages before 0.9.1 ask nothing; but a server asks whoever has said nothing for long, and gives up on whoever does not answer:
 * in 2021 after 45 s and 75 s, looked at every 10 s (clientLoop in rtpconn/webclient.go).
 */
const saysSomethingWithinMs = 90_000;
/** Streams mostly come, go and are replaced by several at once; as the third comes, pages send all anew (gotUser in galene.js). */
const settlesWithinMs = { streams: 2_000, group: 5_000 };

export interface GaleneMember {
  readonly id: string;
  readonly name: string;
  readonly isHost: boolean;
  /** A part of the server, such as what records on its disk. */
  readonly isSystem: boolean;
  /** Writes captions, and may do nothing else of what people do. */
  readonly isProgram: boolean;
}

/** One socket of the page. */
export interface GaleneSocket {
  /** `left_out`: how many messages before this one were not heard. */
  hear(from: 'page' | 'other', bytes: Uint8Array, left_out?: number): void;
  closed(by: 'page' | 'other'): void;
}

export interface GaleneRoom {
  /** The page opens a socket: what was known by the one before is over. */
  connect(): GaleneSocket;
  /** The answer of the server at the group's `.status`. */
  hearStatus(bytes: Uint8Array): void;
  /** What that said last. */
  readonly status: GroupStatus;
  /** The status of the answer of the group's own authorisation server. */
  hearAuthServer(status: number): void;
  /** The page was kept from going to the portal that its group names. */
  stayedFromPortal(): void;
  /** What the signs are told (test/corpus/README.md), in order. */
  readonly facts: readonly WireFact[];
  /** How many sockets there have been: each is a try to join. */
  readonly tries: number;
  /** Where the server sends the bot, in its own words. */
  readonly redirect: string | undefined;
  /** The bot does not go there. */
  refuseRedirect(): void;
  /** Why the last try to join failed, as a stable word where the server gives one. */
  readonly failure: { readonly error: string; readonly value: string } | undefined;
  /** The last socket is closed. */
  readonly isClosed: boolean;
  readonly hasJoined: boolean;
  readonly own_id: string;
  /** The bot first, then as they came. */
  readonly members: readonly GaleneMember[];
  find(id: string): GaleneMember | undefined;
  streamsOf(id: string): readonly GaleneStream[];
  /** The stream that a peer connection with this description carries. */
  streamBy(sdp: string): GaleneStream | undefined;
  /** Whether the bot is in the group, and no streams have come or gone for a moment. */
  readonly isCalm: boolean;
  /**
   * Whether the bot may write, as far as is known: servers before 0.9 know no right to, and take what anybody writes. Nothing is
   * known of a bot that is in a group of which only the page tells.
   */
  readonly mayWrite: boolean;
  /** How many of the bot's messages the server has sent on to nobody. */
  readonly undelivered: number;
  /** How often it has said that the bot may not do what it did. */
  readonly forbidden: number;
  /** What operators wrote that is no message: why they lock the group, or remove somebody, and what they tell everybody. */
  readonly asides: readonly string[];
  /** Whether an operator has muted the bot while it spoke, and it has not turned its microphone since. */
  readonly isMuted: boolean;
  /** The bot's devices that the server has ended, as where an operator takes its right to present. */
  readonly ended: readonly StageDevice[];
  /** The bot turns it anew: what was done to it is over. */
  turned(device: StageDevice): void;
}

/** Rights of which a program that writes captions has none, such as galene-stt: its group gives it the role `caption`. */
const ofPeople = ['op', 'present', 'message'];

const memberOf = ({ id, username, permissions }: GaleneMessage): GaleneMember => ({
  id,
  // As Galène's page shows whoever has no name.
  name: username || '(anon)',
  isHost: permissions.includes('op'),
  isSystem: permissions.includes('system'),
  isProgram: permissions.includes('caption') && !ofPeople.some((right) => permissions.includes(right)),
});

/** By which operators say something to everybody, or to one of them. */
const ofOperators = ['kicked', 'error', 'warning', 'info'];

/** What authorisation servers answer of who asks: 403 by galene-protocol.md, 401 those of Galène's maker (galene-ldap). */
const refusing = [401, 403];
/** What those answer to whoever gives no password. */
const lacking = 400;

/** By which the server tells of streams of others. */
const ofStreams = ['offer', 'close', 'abort'];

const isOfName = (error: string): boolean => nameFaults.some((code) => code === error);

/** `onChat`: a message of the chat, or of its history. */
export const createGaleneRoom = (
  onChat: (from: 'page' | 'other', message: GaleneMessage) => void = () => undefined,
  onUndelivered: () => void = () => undefined,
  now: () => number = Date.now,
): GaleneRoom => {
  const members = new Map<string, GaleneMember>();
  const streams = createGaleneStreams();
  let socket: GaleneSocket | undefined;
  let facts: WireFact[] = [];
  let failure: GaleneRoom['failure'];
  let redirect: string | undefined;
  let isClosed = false;
  let own_id = '';
  let permissions: readonly string[] = [];
  let hasJoined = false;
  /**
   * With a token the page first joins and leaves again, to learn whether it still has to ask for a name. Whoever stays asks
   * at once for what others send, as pages before 0.9.1 do already the first time.
   */
  let mayBeProbe = false;
  let status: GroupStatus = { portal: '', authServer: '' };
  /** The server has told of somebody with this right: whoever lacks it may not write. */
  let knowsMessageRight = false;
  let tries = 0;
  let undelivered = 0;
  let forbidden = 0;
  let unheard = 0;
  let isMuted = false;
  /** Why the server has put everybody out, where that may be over in a moment. */
  let pause: Pause | undefined;
  const ended = new Set<StageDevice>();
  /** Until then streams may come and go. */
  let calm_from_ms = 0;
  /** How many streams the server has ended without having said yet why. */
  let aborted = 0;
  /** When the page asked whether its server is there, which has said nothing since. */
  let pinged_ms: number | undefined;
  /** When either last said anything. */
  let spoken_ms = 0;

  const asides = new BoundedSet<string>(mostAsides);

  const tell = (fact: WireFact): void => {
    facts = [...facts.filter(({ kind }) => kind !== fact.kind), fact];
  };

  const stir = (what: keyof typeof settlesWithinMs): void => {
    calm_from_ms = Math.max(calm_from_ms, now() + settlesWithinMs[what]);
  };

  const forget = (): void => {
    members.clear();
    streams.clear();
    hasJoined = false;
    permissions = [];
  };

  const fail = ({ error, value }: GaleneMessage): void => {
    forget();
    failure = { error, value };
    const own = ownWordsIn(value);
    // All other words are an operator's, who has locked the group. Who comes is looked at before the lock.
    if (!isOfName(error) && own === undefined) {
      tell({ kind: 'galene.status', locked: true });
      asides.add(value);
    }
    tell({ kind: 'galene.fail', value: own ?? value, ...(error !== '' && { error }) });
  };

  const learnRights = ({ permissions }: GaleneMessage): void => {
    knowsMessageRight ||= permissions.includes('message');
  };

  const hearJoined = (message: GaleneMessage): void => {
    const { kind, value } = message;
    if (kind === 'fail') fail(message);
    else if (kind === 'redirect') {
      redirect = value;
      tell({ kind: 'galene.redirect', value });
    } else if (kind === 'leave') {
      forget();
      tell({ kind: 'galene.leave', id: own_id });
    } else if (kind === 'join' || kind === 'change') {
      if (!hasJoined) stir('group');
      hasJoined = true;
      permissions = message.permissions;
      learnRights(message);
      if (permissions.includes('present')) ended.clear();
      if (!mayBeProbe) tell({ kind: 'galene.join', id: own_id });
    }
  };

  const stays = (): void => {
    if (!mayBeProbe || !hasJoined) return;
    mayBeProbe = false;
    tell({ kind: 'galene.join', id: own_id });
  };

  const hearUser = (message: GaleneMessage): void => {
    const { id, kind } = message;
    if (id === '') return;
    learnRights(message);
    if (kind === 'delete') {
      members.delete(id);
      streams.left(id);
    } else if ((kind === 'add' || kind === 'change') && (members.has(id) || members.size < mostMembers))
      members.set(id, memberOf(message));
  };

  const hearError = (value: string): void => {
    // Whatever is refused of what the bot sends of itself is told in words as well.
    if (aborted > 0) aborted -= 1;
    else if (noReader.includes(value)) {
      undelivered += 1;
      if (value === notAuthorised) forbidden += 1;
      onUndelivered();
    }
  };

  const hearUserMessage = ({ kind, id, source, username, privileged, value }: GaleneMessage): void => {
    // Anybody may send such a message; only the server and operators are believed, also by Galène's page.
    if (!privileged) return;
    // A kick names the operator. The server itself puts everybody out: when the last operator has left, or it is shut down.
    const isByNobody = id === '' && source === '' && username === '';
    if (ofOperators.includes(kind) && !isByNobody && value !== removed) asides.add(value);
    if (kind === 'kicked' && isByNobody) pause = pauses.get(value);
    if (kind === 'kicked' && !(isByNobody && pause))
      tell({ kind: 'galene.kicked', value, ...(isByNobody && { everybody: true }) });
    if (kind === 'error' && isByNobody) hearError(value);
    if (kind !== 'mute') return;
    isMuted ||= streams.of(own_id).some(({ isCamera, media }) => isCamera && media.has('audio'));
    tell({ kind: 'galene.warning', value: 'You have been muted' });
  };

  const hearAbort = (id: string): void => {
    aborted += 1;
    const stream = streams.find(id);
    if (stream?.source !== own_id) return;
    streams.ended(id);
    for (const device of devicesOf(stream)) ended.add(device);
  };

  const hearServer = (message: GaleneMessage): void => {
    const { type } = message;
    pinged_ms = undefined;
    if (ofStreams.includes(type)) stir('streams');
    if (type === 'joined') hearJoined(message);
    else if (type === 'user') hearUser(message);
    else if (type === 'offer') streams.offered(message.source, message);
    else if (type === 'close') streams.ended(message.id);
    else if (type === 'abort') hearAbort(message.id);
    else if (type === 'usermessage') hearUserMessage(message);
    else if (type === 'chat' || type === 'chathistory') onChat('other', message);
  };

  const hearPage = (message: GaleneMessage): void => {
    const { type, kind } = message;
    if (type === 'handshake') own_id = message.id;
    else if (type === 'join' && kind === 'join') mayBeProbe = message.token !== '' && message.username === '';
    else if (type === 'request') stays();
    else if (type === 'offer') streams.offered(own_id, message);
    else if (type === 'close') streams.ended(message.id);
    else if (type === 'chat') onChat('page', message);
    else if (type === 'ping') pinged_ms ??= now();
  };

  const closed = (by: 'page' | 'other'): void => {
    const wasProbe = mayBeProbe && hasJoined;
    pinged_ms = undefined;
    isClosed = true;
    forget();
    // A page closes the socket of every try that failed, or led elsewhere.
    if (failure || redirect !== undefined) return;
    if (by === 'page') tell({ kind: 'galene.leave', id: own_id });
    if (!wasProbe) tell({ kind: 'galene.socket_closed', ...(pause && { [pause]: true }) });
  };

  return {
    connect() {
      forget();
      ended.clear();
      aborted = 0;
      tries += 1;
      unheard = 0;
      isClosed = false;
      [facts, failure, redirect, own_id, mayBeProbe] = [[], undefined, undefined, '', false];
      [pause, pinged_ms] = [undefined, undefined];
      const opened: GaleneSocket = {
        hear(from, bytes, left_out = 0) {
          if (socket !== opened) return;
          unheard += left_out;
          if (left_out > 0) tell({ kind: 'galene.left_out', messages: unheard });
          const message = messageOf(bytes);
          if (!message) return;
          spoken_ms = now();
          (from === 'page' ? hearPage : hearServer)(message);
        },
        closed(by) {
          if (socket === opened) closed(by);
        },
      };
      socket = opened;
      return opened;
    },
    hearStatus(bytes) {
      status = statusOf(bytes);
    },
    get status() {
      return status;
    },
    hearAuthServer(answered) {
      if (answered === lacking) tell({ kind: 'galene.lacking' });
      if (!refusing.includes(answered)) return;
      failure = { error: '', value: notAuthorised };
      tell({ kind: 'galene.fail', value: notAuthorised });
    },
    stayedFromPortal: () => tell({ kind: 'galene.portal' }),
    get facts() {
      const isAnswered = pinged_ms === undefined || now() - pinged_ms < answersWithinMs;
      const isAsked = !hasJoined || now() - spoken_ms < saysSomethingWithinMs;
      return isAnswered && isAsked ? facts : [...facts, { kind: 'galene.unanswered' }];
    },
    get tries() {
      return tries;
    },
    get redirect() {
      return redirect;
    },
    refuseRedirect() {
      if (redirect !== undefined) tell({ kind: 'galene.redirect', value: redirect, refused: true });
    },
    get failure() {
      return failure;
    },
    get isClosed() {
      return isClosed;
    },
    get hasJoined() {
      return hasJoined && !mayBeProbe;
    },
    get own_id() {
      return own_id;
    },
    get members() {
      const own = members.get(own_id);
      return [...(own ? [own] : []), ...[...members.values()].filter(({ id }) => id !== own_id)];
    },
    find: (id) => members.get(id),
    streamsOf: streams.of,
    streamBy: streams.by,
    get isCalm() {
      return hasJoined && now() >= calm_from_ms;
    },
    get undelivered() {
      return undelivered;
    },
    get asides() {
      return [...asides].filter((words) => words !== '');
    },
    get forbidden() {
      return forbidden;
    },
    get isMuted() {
      return isMuted;
    },
    get ended() {
      return [...ended];
    },
    turned(device) {
      ended.delete(device);
      if (device === 'microphone') isMuted = false;
    },
    get mayWrite() {
      if (!hasJoined) return !facts.some(({ kind }) => ofJoining.some((one) => one.kind === kind));
      return !knowsMessageRight || permissions.includes('message');
    },
  };
};
