/** Who is in a Galène group, what they send, and how the bot's own way in or out went. Pure but for its memory. */
import type { StageDevice } from '../../../meeting/stage.ts';
import { createGaleneMembers, type GaleneMember } from './members.ts';
import { noReader, notAuthorised } from './server-words.ts';
import { createGaleneStreams, devicesOf, type GaleneStream } from './streams.ts';
import { createGaleneWayIn, type GaleneWayIn, isByNobody } from './way-in.ts';
import { type GaleneMessage, type GroupStatus, messageOf, statusOf } from './wire.ts';

/** Streams mostly come, go and are replaced by several at once; as the third comes, pages send all anew (gotUser in galene.js). */
const settlesWithinMs = { streams: 2_000, group: 5_000 };

/** One socket of the page. */
export interface GaleneSocket {
  /** `left_out`: how many messages before this one were not heard. */
  hear(from: 'page' | 'other', bytes: Uint8Array, left_out?: number): void;
  closed(by: 'page' | 'other'): void;
}

export interface GaleneRoom extends Omit<GaleneWayIn, 'opened' | 'leftOut' | 'hear' | 'closed' | 'isLetIn' | 'isTold'> {
  /** The page opens a socket: what was known by the one before is over. */
  connect(): GaleneSocket;
  /** The answer of the server at the group's `.status`. */
  hearStatus(bytes: Uint8Array): void;
  /** What that said last. */
  readonly status: GroupStatus;
  /** The bot first, then as they came. */
  readonly members: readonly GaleneMember[];
  find(id: string): GaleneMember | undefined;
  streamsOf(id: string): readonly GaleneStream[];
  /** The stream that a peer connection with this description carries. */
  streamBy(sdp: string): GaleneStream | undefined;
  /** Whether the bot is in the group, and no streams have come or gone for a moment. */
  readonly isCalm: boolean;
  /** As `GaleneMembers` has it. A bot that is in a group of which only the page tells may, as nothing is known of it. */
  readonly mayWrite: boolean;
  /** How many of the bot's messages the server has sent on to nobody. */
  readonly undelivered: number;
  /** How often it has said that the bot may not do what it did. */
  readonly forbidden: number;
  /** Whether an operator has muted the bot while it spoke, and it has not turned its microphone since. */
  readonly isMuted: boolean;
  /** The bot's devices that the server has ended, as where an operator takes its right to present. */
  readonly ended: readonly StageDevice[];
  /** The bot turns it anew: what was done to it is over. */
  turned(device: StageDevice): void;
}

/** By which the server tells of streams of others. */
const ofStreams = ['offer', 'close', 'abort'];

/** `onChat`: a message of the chat, or of its history. */
export const createGaleneRoom = (
  onChat: (from: 'page' | 'other', message: GaleneMessage) => void = () => undefined,
  onUndelivered: () => void = () => undefined,
  now: () => number = Date.now,
): GaleneRoom => {
  const members = createGaleneMembers();
  const streams = createGaleneStreams();
  const way = createGaleneWayIn(() => {
    members.clear();
    streams.clear();
  }, now);
  let socket: GaleneSocket | undefined;
  let status: GroupStatus = { portal: '', authServer: '' };
  let undelivered = 0;
  let forbidden = 0;
  let isMuted = false;
  const ended = new Set<StageDevice>();
  /** Until then streams may come and go. */
  let calm_from_ms = 0;
  /** How many streams the server has ended without having said yet why. */
  let aborted = 0;

  const stir = (what: keyof typeof settlesWithinMs): void => {
    calm_from_ms = Math.max(calm_from_ms, now() + settlesWithinMs[what]);
  };

  const hearJoined = (message: GaleneMessage): void => {
    members.joined(message);
    if (message.permissions.includes('present')) ended.clear();
  };

  const hearUser = (message: GaleneMessage): void => {
    if (message.id === '') return;
    members.hear(message);
    if (message.kind === 'delete') streams.left(message.id);
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

  /** Of the bot's own media and messages. */
  const hearUserMessage = (message: GaleneMessage): void => {
    const { kind, privileged, value } = message;
    if (!privileged) return;
    if (kind === 'error' && isByNobody(message)) hearError(value);
    if (kind === 'mute')
      isMuted ||= streams.of(way.own_id).some(({ isCamera, media }) => isCamera && media.has('audio'));
  };

  const hearAbort = (id: string): void => {
    aborted += 1;
    const stream = streams.find(id);
    if (stream?.source !== way.own_id) return;
    streams.ended(id);
    for (const device of devicesOf(stream)) ended.add(device);
  };

  const hearServer = (message: GaleneMessage): void => {
    const { type, kind } = message;
    if (ofStreams.includes(type)) stir('streams');
    if (type === 'joined' && (kind === 'join' || kind === 'change')) hearJoined(message);
    else if (type === 'user') hearUser(message);
    else if (type === 'offer') streams.offered(message.source, message);
    else if (type === 'close') streams.ended(message.id);
    else if (type === 'abort') hearAbort(message.id);
    else if (type === 'usermessage') hearUserMessage(message);
    else if (type === 'chat' || type === 'chathistory') onChat('other', message);
  };

  const hearPage = (message: GaleneMessage): void => {
    const { type } = message;
    if (type === 'offer') streams.offered(way.own_id, message);
    else if (type === 'close') streams.ended(message.id);
    else if (type === 'chat') onChat('page', message);
  };

  return {
    connect() {
      way.opened();
      ended.clear();
      aborted = 0;
      const opened: GaleneSocket = {
        hear(from, bytes, left_out = 0) {
          if (socket !== opened) return;
          way.leftOut(left_out);
          const message = messageOf(bytes);
          if (!message) return;
          const wasLetIn = way.isLetIn;
          way.hear(from, message);
          if (way.isLetIn && !wasLetIn) stir('group');
          (from === 'page' ? hearPage : hearServer)(message);
        },
        closed(by) {
          if (socket === opened) way.closed(by);
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
    hearAuthServer: way.hearAuthServer,
    stayedFromPortal: way.stayedFromPortal,
    refuseRedirect: way.refuseRedirect,
    get facts() {
      return way.facts;
    },
    get tries() {
      return way.tries;
    },
    get redirect() {
      return way.redirect;
    },
    get failure() {
      return way.failure;
    },
    get isClosed() {
      return way.isClosed;
    },
    get hasJoined() {
      return way.hasJoined;
    },
    get own_id() {
      return way.own_id;
    },
    get asides() {
      return way.asides;
    },
    get members() {
      return members.beginningWith(way.own_id);
    },
    find: members.find,
    streamsOf: streams.of,
    streamBy: streams.by,
    get isCalm() {
      return way.isLetIn && now() >= calm_from_ms;
    },
    get undelivered() {
      return undelivered;
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
      return way.isLetIn ? members.mayWrite : !way.isTold;
    },
  };
};
