/**
 * One stream of one imitated meeting: its connections, its states, what is told to whom, and how long lost clients are waited for.
 * https://developers.zoom.us/docs/rtms/meetings/work-with-streams/, …/failover-reconnection/, …/event-reference/, unless another source is named.
 */
import type { Time } from '../time.ts';
import { mediaObjection, refusalOf, type Secrets, type StreamIds } from './handshakes.ts';
import type { Line, LineEvents, LineKind } from './line.ts';
import { aMediaSender, kindsIn, type MediaLine, overlap } from './media.ts';
import type { Meeting, Person } from './meeting.ts';
import { agreedOn, type ClientMessage } from './messages.ts';
import {
  eventTypes,
  type MediaKind,
  messageTypes,
  otherStatusCodes,
  type StatusName,
  type StopReason,
  sessionStates,
  statusCodes,
  stopReasons,
  streamStates,
  unaskedEvents,
} from './numbers.ts';
import type { StreamQuirks } from './quirks.ts';

const mediaReturnsWithinMs = 30_000;
const signalingReturnsWithinMs = 60_000;
// https://developers.zoom.us/changelog/rtms/may-09-2026/
const mostBufferedMs = 60_000;
const closesAfterEndMs = 5_000;

type StreamState = keyof typeof streamStates;
type SessionState = keyof typeof sessionStates;

/** What the platform's webhooks tell of a stream. */
export type StreamNews =
  | { readonly what: 'interrupted' }
  | { readonly what: 'stopped'; readonly stop_reason: StopReason };

export interface Stream extends StreamIds {
  readonly state: StreamState;
  /** What clients did wrong. */
  readonly complaints: readonly string[];
  /** Keep-alives that wait for their answers. */
  readonly unanswered: number;
  /** How many handshakes were accepted. */
  readonly accepted: Readonly<Record<LineKind, number>>;
  /** What clients said, keep-alives left out. */
  readonly heard: readonly ClientMessage[];
  /** How many messages of each type were sent, keep-alives left out. */
  readonly sent: ReadonlyMap<number, number>;
  /** A new socket: `open` makes a line of it that reports here. */
  attach(kind: LineKind, open: (events: LineEvents) => Line): void;
  /** Sends sound and pictures up to this moment. */
  upTo(at_ms: number): void;
  /** Tells an event, if it was subscribed to. */
  event(type: number, fields?: Readonly<Record<string, unknown>>): void;
  text(kind: 'transcript' | 'chat', person: Person, text: string, span?: readonly [number, number]): void;
  pause(): void;
  resume(): void;
  end(reason: StopReason): void;
  /** Breaks the sockets of a kind, as a network does. */
  cut(kind: LineKind): void;
  /** The server dies: all sockets break, and nobody is told. New handshakes go on with the stream. */
  die(): void;
  /** Says whatever bytes to all sockets of a kind. */
  sayRaw(kind: LineKind, data: string | Uint8Array): void;
}

export interface StreamSetting extends StreamIds {
  readonly meeting: Meeting;
  readonly secrets: Secrets;
  readonly time: Time;
  readonly quirks: StreamQuirks;
  readonly still: Uint8Array;
  /** Where media connections go, by the names that the maker's own client looks for. */
  readonly mediaUrls: () => Readonly<Partial<Record<MediaKind | 'all', string>>>;
  readonly tell: (news: StreamNews) => void;
}

export const aStream = (setting: StreamSetting): Stream => {
  const { meeting_uuid, rtms_stream_id, meeting, secrets, time, quirks, mediaUrls, tell } = setting;
  const complaints: string[] = [];
  const heard: ClientMessage[] = [];
  const sent = new Map<number, number>();
  const accepted = { signaling: 0, media: 0 };
  const subscribed = new Set<number>();
  const media = new Set<MediaLine>();
  const now = (): number => time.now().getTime();
  const startedAt_ms = now();
  let state: StreamState = 'INACTIVE';
  let signaling: Line | undefined;
  let wasReady = false;
  let buffers = true;
  let paused = false;
  let lostAt_ms = startedAt_ms;
  let waiting: Disposable | undefined;

  const say = (line: Line, message: { readonly msg_type: number } & Readonly<Record<string, unknown>>): void => {
    sent.set(message.msg_type, (sent.get(message.msg_type) ?? 0) + 1);
    line.say(message);
  };
  const sender = aMediaSender({ ...setting, say });

  const streamState = (next: StreamState, reason: StopReason = stopReasons.UNDEFINED): void => {
    state = next;
    if (!signaling) return;
    const told = { state: streamStates[next], reason, timestamp: now() };
    say(signaling, { msg_type: messageTypes.STREAM_STATE_UPDATE, rtms_stream_id, ...told });
  };
  const sessionState = (next: SessionState, reason: StopReason = stopReasons.UNDEFINED): void => {
    if (!signaling) return;
    const why = quirks.sessionStopReason ? { stop_reason: reason } : { reason };
    const told = {
      rtms_session_id: `session-of-${rtms_stream_id}`,
      state: sessionStates[next],
      ...why,
      timestamp: now(),
    };
    say(signaling, { msg_type: messageTypes.SESSION_STATE_UPDATE, ...told });
  };
  const event = (type: number, fields: Readonly<Record<string, unknown>> = {}): void => {
    if (!signaling) return;
    say(signaling, { msg_type: messageTypes.EVENT_UPDATE, event: { event_type: type, timestamp: now(), ...fields } });
  };
  const lines = (): Line[] => [...(signaling ? [signaling] : []), ...[...media].map(({ line }) => line)];

  const end = (reason: StopReason): void => {
    if (state === 'TERMINATED') return;
    waiting?.[Symbol.dispose]();
    sessionState('STOPPED', reason);
    if (!quirks.endsWithoutTerminated) streamState('TERMINATING', reason);
    if (!quirks.endsWithoutTerminated) streamState('TERMINATED', reason);
    state = 'TERMINATED';
    tell({ what: 'stopped', stop_reason: reason });
    const left = lines();
    media.clear();
    time.after(closesAfterEndMs, () => {
      for (const line of left) line.close();
    });
  };
  /** Ends the stream unless a client is ready again by then. */
  const waitFor = (ms: number, otherwise: StopReason): void => {
    waiting?.[Symbol.dispose]();
    waiting = time.after(ms, () => end(otherwise));
  };

  const mediaLost = (one: MediaLine): void => {
    media.delete(one);
    if (state === 'TERMINATED' || !signaling) return;
    lostAt_ms = one.soundUntil_ms;
    streamState('INTERRUPTED', stopReasons.DATA_CONNECTION_INTERRUPTED);
    event(eventTypes.MEDIA_CONNECTION_INTERRUPTED);
    waitFor(mediaReturnsWithinMs, stopReasons.DATA_CONNECTION_CLOSED_ABNORMALLY);
  };
  /** Without signaling there is no media either. */
  const signalingLost = (): void => {
    signaling = undefined;
    if (state === 'TERMINATED') return;
    state = 'INTERRUPTED';
    lostAt_ms = [...media][0]?.soundUntil_ms ?? now();
    const left = lines();
    media.clear();
    for (const line of left) line.cut();
  };

  const becomeReady = (): void => {
    if (media.size === 0) complaints.push('signaling: ready without a media connection');
    waiting?.[Symbol.dispose]();
    waiting = undefined;
    // What was said before the first connection is kept for a minute, unless the client wants none of it.
    const first = buffers ? startedAt_ms : now();
    const again = quirks.gapIsBuffered ? lostAt_ms : now();
    const since = Math.max(wasReady ? again : first, now() - mostBufferedMs);
    for (const one of media) {
      if (one.ready) continue;
      one.ready = true;
      one.soundUntil_ms = since;
    }
    if (!wasReady) {
      event(eventTypes.FIRST_PACKET_TIMESTAMP);
      sessionState('STARTED');
    }
    wasReady = true;
    if (state !== 'ACTIVE') streamState(paused ? 'PAUSED' : 'ACTIVE');
  };

  const refuse = (line: Line, msg_type: number, name: StatusName, reason = name.toLowerCase()): undefined => {
    complaints.push(`${line.kind}: refused: ${reason}`);
    const status_code = (quirks.otherStatusNumbers ? otherStatusCodes : statusCodes)[name];
    say(line, { msg_type, protocol_version: 1, status_code, reason });
    line.close();
  };
  const accept = (
    line: Line,
    msg_type: number,
    sequence: number | undefined,
    more: Readonly<Record<string, unknown>>,
  ): void => {
    accepted[line.kind] += 1;
    const echo = sequence === undefined ? {} : { sequence };
    say(line, { msg_type, protocol_version: 1, ...echo, status_code: statusCodes.OK, reason: '', ...more });
  };

  const signalingHandshake = (line: Line, message: ClientMessage & { msg_type: 1 }): void => {
    const duplicate = signaling && quirks.refusesSecond ? 'DUPLICATE_SIGNAL_REQUEST' : undefined;
    const gone = state === 'TERMINATED' ? 'SESSION_NOT_FOUND' : undefined;
    const why = gone ?? refusalOf(message, setting, secrets) ?? duplicate;
    if (why) {
      refuse(line, messageTypes.SIGNALING_HAND_SHAKE_RESP, why);
      return;
    }
    const before = signaling;
    signaling = line;
    before?.cut();
    // Whether the one before it was heard to go earlier or later makes no difference.
    if (waiting) waitFor(signalingReturnsWithinMs, stopReasons.SIGNAL_CONNECTION_CLOSED_ABNORMALLY);
    buffers = message.buffer_data ?? true;
    subscribed.clear();
    const media_server = { server_urls: mediaUrls() };
    accept(line, messageTypes.SIGNALING_HAND_SHAKE_RESP, message.sequence, { media_server });
  };

  const mediaHandshake = (line: Line, message: ClientMessage & { msg_type: 3 }): MediaLine | undefined => {
    const { media_type: types, media_params = null, sequence } = message;
    const same = [...media].filter((one) => overlap(one.types, types));
    const duplicate = same.length > 0 && quirks.refusesSecond ? 'DUPLICATE_MEDIA_CONNECTION' : undefined;
    const why = signaling ? (refusalOf(message, setting, secrets) ?? duplicate) : 'SESSION_NOT_FOUND';
    if (why) return refuse(line, messageTypes.DATA_HAND_SHAKE_RESP, why);
    const agreed = agreedOn(media_params);
    const refused = kindsIn(types).find((kind) => quirks.allows && !quirks.allows.includes(kind));
    const silently = quirks.refusesSilently ? 'not supported' : undefined;
    const notAllowed = refused && (silently ?? `${refused} is not supported`);
    const objection = quirks.says?.() ?? notAllowed ?? mediaObjection(agreed, quirks);
    if (objection) return refuse(line, messageTypes.DATA_HAND_SHAKE_RESP, 'INVALID_MEDIA_PARAMS', objection);
    for (const one of same) media.delete(one);
    for (const one of same) one.line.cut();
    const one = { line, types, agreed, ready: false, soundUntil_ms: now(), picturesUntil_ms: now(), stillAt_ms: 0 };
    media.add(one);
    accept(line, messageTypes.DATA_HAND_SHAKE_RESP, sequence, { payload_encrypted: false, media_params });
    return one;
  };

  const subscribe = (changes: readonly { readonly event_type: number; readonly subscribe: boolean }[]): void => {
    for (const { event_type, subscribe } of changes) {
      if (subscribe && unaskedEvents.has(event_type)) complaints.push(`signaling: event ${event_type} comes unasked`);
      if (subscribe) subscribed.add(event_type);
      else subscribed.delete(event_type);
    }
    const { people } = meeting;
    if (quirks.tellsPresent && people.length > 0 && subscribed.has(eventTypes.PARTICIPANT_JOIN)) {
      event(eventTypes.PARTICIPANT_JOIN, { participants: people });
    }
  };

  /** What a client may say over signaling after its handshake. */
  const control = (line: Line, message: ClientMessage): void => {
    if (message.msg_type === messageTypes.EVENT_SUBSCRIPTION) subscribe(message.events);
    else if (message.msg_type === messageTypes.CLIENT_READY_ACK) becomeReady();
    else if (message.msg_type === messageTypes.SESSION_STATE_REQ) {
      const session_state = sessionStates[paused ? 'PAUSED' : 'STARTED'];
      say(line, { msg_type: messageTypes.SESSION_STATE_RESP, session_id: message.session_id, session_state });
    } else if (message.msg_type === messageTypes.STREAM_STATE_REQ) {
      say(line, { msg_type: messageTypes.STREAM_STATE_RESP, rtms_stream_id, state: streamStates[state] });
    } else if (message.msg_type === messageTypes.STREAM_CLOSE_REQ) {
      say(line, {
        msg_type: messageTypes.STREAM_CLOSE_RESP,
        rtms_stream_id,
        status_code: 0,
        reason: '',
        timestamp: now(),
      });
      end(stopReasons.RECEIVER_REQUEST_CLOSE);
    } else complaints.push(`signaling: message ${message.msg_type} has no place here`);
  };

  return {
    meeting_uuid,
    rtms_stream_id,
    complaints,
    accepted,
    heard,
    sent,
    get state() {
      return state;
    },
    get unanswered() {
      return lines().filter(({ isAsking }) => isAsking).length;
    },
    attach(kind, open) {
      let shaken = false;
      let one: MediaLine | undefined;
      const handshake = (message: ClientMessage): void => {
        const isSignaling = kind === 'signaling';
        if (isSignaling && message.msg_type === messageTypes.SIGNALING_HAND_SHAKE_REQ)
          signalingHandshake(line, message);
        else if (!isSignaling && message.msg_type === messageTypes.DATA_HAND_SHAKE_REQ)
          one = mediaHandshake(line, message);
        else refuse(line, isSignaling ? 2 : 4, 'INVALID_MESSAGE', `message ${message.msg_type} before the handshake`);
      };
      const line: Line = open({
        onComplaint: (complaint) => void complaints.push(complaint),
        onMessage(message) {
          heard.push(message);
          if (!shaken) handshake(message);
          else if (kind === 'signaling') control(line, message);
          else complaints.push(`media: message ${message.msg_type} has no place here`);
          shaken = true;
        },
        onLost() {
          if (line === signaling) {
            signalingLost();
            if (state === 'TERMINATED') return;
            tell({ what: 'interrupted' });
            waitFor(signalingReturnsWithinMs, stopReasons.SIGNAL_CONNECTION_CLOSED_ABNORMALLY);
          } else if (one && media.has(one)) mediaLost(one);
        },
      });
    },
    upTo(at_ms) {
      for (const one of media) if (one.ready) sender.upTo(one, at_ms, paused);
    },
    event(type, fields) {
      if (subscribed.has(type)) event(type, fields);
    },
    text(kind, person, text, span) {
      for (const one of media) if (one.ready && !paused) sender.text(one, kind, person, text, now(), span);
    },
    pause() {
      paused = true;
      sessionState('PAUSED');
      streamState('PAUSED');
    },
    resume() {
      paused = false;
      sessionState('RESUMED');
      streamState('RESUMED');
    },
    end,
    cut(kind) {
      if (kind === 'signaling') signaling?.cut();
      else for (const { line } of media) line.cut();
    },
    die() {
      const dead = signaling;
      signalingLost();
      dead?.cut();
      waitFor(signalingReturnsWithinMs, stopReasons.AWAIT_RECONNECTION_TIMEOUT);
    },
    sayRaw(kind, data) {
      if (kind === 'signaling') signaling?.sayRaw(data);
      else for (const { line } of media) line.sayRaw(data);
    },
  };
};
