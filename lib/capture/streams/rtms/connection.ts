/**
 * A client's two connections to a stream: one for signaling, and one for all media, whose server the first names. Each is
 * opened anew when it breaks, for as long as a stream can be expected to come back.
 * https://developers.zoom.us/docs/rtms/meetings/failover-reconnection/
 */
import { type StreamStop, streamStopOf } from '../../../domain/app-session/stop-reasons.ts';
import type { StreamTime } from '../stream-time.ts';
import { createAskedMedia, mayPass } from './asked-media.ts';
import {
  closing,
  mediaHandshake,
  readiness,
  type SoundForm,
  type StreamKey,
  signalingHandshake,
  subscription,
  type Wanted,
} from './handshakes.ts';
import { type Line, type LineOptions, openLine } from './line.ts';
import type { EventMessage, Media, ServerMessage } from './messages.ts';
import { type MediaKind, messageTypes, sessionStates, streamStates } from './numbers.ts';
import { drainMs, streamSessions } from './sessions.ts';
import type { OpenSocket } from './socket.ts';

/**
 * How a stream ended. `refused`: its servers would not have this client; `unreachable`: nothing ever came of it; `lost`: it
 * did not come back; `failed`: nor did it after a fault that the platform has told.
 */
export type StreamEnd = StreamStop | 'refused' | 'unreachable' | 'lost';

const mediaKinds = {
  [messageTypes.audio]: 'audio',
  [messageTypes.video]: 'video',
  [messageTypes.share]: 'share',
  [messageTypes.transcript]: 'transcript',
  [messageTypes.chat]: 'chat',
} as const;

export interface ConnectionEvents {
  /** Media flows, for the first time or again; without what is `withheld`, which was wanted. */
  onStreaming(sound: SoundForm, withheld: readonly MediaKind[]): void;
  /** Media does not flow any more, and may again. */
  onInterrupted(): void;
  /** Whether the platform holds the media back. */
  onPaused(isPaused: boolean): void;
  onEvent(event: EventMessage): void;
  onMedia(kind: MediaKind, media: Media): void;
  /** A frame of which nothing could be made. */
  onUnread(): void;
  /** What is worth a line of the log; never what was said or shown. */
  onNote(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Comes once; nothing comes after it. */
  onEnd(end: StreamEnd): void;
}

export interface ConnectionOptions {
  readonly key: StreamKey;
  /** Signaling servers; any of them will do. */
  readonly servers: readonly string[];
  readonly wanted: Wanted;
  /** An earlier client has had media of this stream, and may still be taken to be there. */
  readonly isRejoin: boolean;
  /** What that one went without. */
  readonly withheld: readonly MediaKind[];
}

export interface Connection extends Disposable {
  /** Other servers have the stream now. Those it has already change nothing. */
  moveTo(servers: readonly string[]): void;
  /** Tells the platform that no more is wanted of the stream. Nothing comes any more. */
  close(): void;
}

const ladderMs = [0, 1_000, 2_000, 4_000, 8_000];
const spread = 0.2;
/** A connection that lasted for so long makes good for those that failed before it. */
const madeGoodAfterMs = 10_000;
/** The platform waits a minute for its client, and its other servers may take a while to take over. */
const patienceMs = 180_000;
/**
 * A server that says no at first may mean another client, which it has not noticed to be gone (it asks every 10 s), or pass:
 * the maker's own samples ask again, too (https://github.com/zoom/rtms-samples). It is believed after so long.
 */
const mostRefusals = 3;
const believedAfterMs = 30_000;
/** So often all is asked for anew of servers that refuse that, and whatever less there is, before they are believed to mean it. */
const mostRounds = 4;
/** The end that was announced comes by then, or without a word. */
const terminatesWithinMs = 5_000;
/** A stream without a session that is known, of which nothing comes for so long, is over without a word. */
const desertedAfterMs = 30_000;
const mostMediaFailures = 5;

const endStates: readonly number[] = [streamStates.terminating, streamStates.terminated];

const isOk = ({ status_code }: { readonly status_code: number }): boolean => status_code === 0;

export const connectToStream = (
  open: OpenSocket,
  time: StreamTime,
  { key, servers: given, wanted, isRejoin, withheld }: ConnectionOptions,
  events: ConnectionEvents,
): Connection => {
  let servers = given;
  let signaling: Line | undefined;
  let media: Line | undefined;
  let mediaServer: (Pick<LineOptions, 'url' | 'namedBy'> & { readonly addresses: readonly string[] }) | undefined;
  /** A media connection that has not been accepted yet. */
  let coming: Line | undefined;
  const asked = createAskedMedia(wanted, withheld);
  let hasStreamed = isRejoin;
  let streaming_since_ms: number | undefined;
  let failures = 0;
  let mediaFailures = 0;
  let refusals = 0;
  let refused_since_ms = 0;
  /** Media is refused for good: what is refused next of it is believed at once. */
  let isMediaBelieved = false;
  let rounds = 1;
  let sequence = 0;
  let isOver = false;
  let again: Disposable | undefined;
  let ending: Disposable | undefined;
  let deserted: Disposable | undefined;
  let deserted_since_ms = 0;
  /** Why the last session stopped: where nobody says why the stream has ended, it is for that. */
  let last_reason: number | undefined;
  let givingUp: Disposable | undefined;
  /** Since when the platform ends the stream by faults, between which it does not last. */
  let failing_since_ms: number | undefined;

  const next = (): number => {
    sequence += 1;
    return sequence;
  };
  const stop = (): void => {
    isOver = true;
    for (const waiting of [again, ending, deserted, givingUp]) waiting?.[Symbol.dispose]();
    for (const line of [coming, media, signaling]) line?.end();
  };
  const finish = (end: StreamEnd): void => {
    if (isOver) return;
    stop();
    events.onEnd(end);
  };
  const beginPatience = (): void => {
    givingUp ??= time.after(patienceMs, () => {
      const end = failing_since_ms === undefined ? 'lost' : 'failed';
      finish(hasStreamed ? end : 'unreachable');
    });
  };
  const stayPatient = (): void => {
    givingUp?.[Symbol.dispose]();
    givingUp = undefined;
  };

  const line = (options: LineOptions, onMessage: (message: ServerMessage) => void, onClosed: (why: string) => void) =>
    openLine(open, time, options, { onMessage, onClosed, onUnread: events.onUnread });

  /** Media does not flow any more. */
  const interrupted = (why: string): void => {
    const wasStreaming = streaming_since_ms !== undefined;
    events.onNote(wasStreaming ? 'the stream was interrupted' : 'the stream could not be reached', { why });
    if (time.now().getTime() - (streaming_since_ms ?? Number.POSITIVE_INFINITY) >= madeGoodAfterMs)
      [failures, failing_since_ms] = [0, undefined];
    streaming_since_ms = undefined;
    if (wasStreaming) events.onInterrupted();
    beginPatience();
  };
  const retry = (act: () => void): void => {
    const step_ms = ladderMs[Math.min(failures, ladderMs.length - 1)] ?? 0;
    failures += 1;
    again?.[Symbol.dispose]();
    again = time.after(step_ms * (1 + spread * (2 * Math.random() - 1)), act);
  };
  const askForAll = (): void => {
    isMediaBelieved = false;
    [refusals, failures] = [0, 0];
    asked.askAnew();
  };
  const refused = (by: 'signaling' | 'media', { status_code, reason }: { status_code: number; reason?: unknown }) => {
    events.onNote('a server of the stream refused', { by, status_code, reason: String(reason).slice(0, 200) });
    // What may pass is no answer to what is asked for: the same is asked for until patience is over.
    const isRefusal = !mayPass(String(reason));
    if (isRefusal && refusals === 0) refused_since_ms = time.now().getTime();
    if (isRefusal) refusals += 1;
    const isLong = refusals >= mostRefusals && time.now().getTime() - refused_since_ms >= believedAfterMs;
    const isBelieved = isRefusal && (isLong || (by === 'media' && isMediaBelieved));
    if (isBelieved && by === 'media' && (asked.lessNamed(String(reason)) || (!hasStreamed && asked.lessAnyway()))) {
      isMediaBelieved = true;
      [refusals, failures] = [0, 0];
      events.onNote('less is asked for of the stream', { kinds: asked.now.kinds });
    } else if (isBelieved && by === 'media' && !hasStreamed && rounds < mostRounds) {
      rounds += 1;
      askForAll();
    } else if (isBelieved && !hasStreamed && failing_since_ms === undefined) {
      finish('refused');
      return;
    }
    interrupted('refused');
    retry(openSignaling);
  };

  const sessions = streamSessions(time);
  const tellPaused = (): void => events.onPaused(sessions.arePaused);

  let told_reason: number | undefined;
  /** The platform has ended the stream by a fault: all of it is made anew, at its servers or at those that it moves to. */
  const restart = (): void => {
    for (const waiting of [ending, deserted]) waiting?.[Symbol.dispose]();
    for (const line of [coming, media, signaling]) line?.end();
    [coming, media, signaling] = [undefined, undefined, undefined];
    [ending, deserted, told_reason, last_reason] = [undefined, undefined, undefined, undefined];
    sessions.restart();
    interrupted('a fault of the platform');
    failing_since_ms ??= time.now().getTime();
    // Where it flows each time, and never for long, patience would begin anew each time.
    if (time.now().getTime() - failing_since_ms >= patienceMs) finish('failed');
    else retry(openSignaling);
  };
  const endAfter = (ms: number): Disposable =>
    time.after(ms, () => {
      const reason = told_reason ?? last_reason;
      events.onNote('the platform has ended the stream', { reason });
      const stop = streamStopOf(reason);
      if (stop === 'revoked') events.onNote('the platform asks that what came of the stream be deleted immediately');
      if (stop === 'failed') restart();
      else finish(stop);
    });
  const endWithin = (ms: number): void => {
    ending?.[Symbol.dispose]();
    ending = endAfter(ms);
  };
  const reasonOf = ({ stop_reason, reason }: Extract<ServerMessage, { msg_type: 8 | 9 }>): number | undefined =>
    stop_reason || reason || undefined;
  const hearStream = (message: Extract<ServerMessage, { msg_type: 8 }>): void => {
    const { state, timestamp } = message;
    // An interruption has reasons, too, and is none of the end.
    if (endStates.includes(state)) told_reason = reasonOf(message) ?? told_reason;
    if (state === streamStates.terminating) endWithin(terminatesWithinMs);
    else if (state === streamStates.terminated) endWithin(drainMs);
    else if (state === streamStates.paused) {
      sessions.holdBack(timestamp);
      tellPaused();
    } else if (state === streamStates.resumed || state === streamStates.active) {
      sessions.resume();
      tellPaused();
    }
  };
  /** Somebody is still there. */
  const unlessDeserted = (): void => {
    deserted?.[Symbol.dispose]();
    [deserted, last_reason] = [undefined, undefined];
  };
  const hearSession = (message: Extract<ServerMessage, { msg_type: 9 }>): void => {
    sessions.hear(message);
    if (!sessions.isNone) {
      unlessDeserted();
      tellPaused();
    } else if (message.state === sessionStates.stopped) {
      unlessDeserted();
      last_reason = reasonOf(message);
      deserted_since_ms = time.now().getTime();
      deserted = endAfter(streamStopOf(last_reason) === 'meeting_ended' ? terminatesWithinMs : desertedAfterMs);
    }
  };
  const hearState = (message: Extract<ServerMessage, { msg_type: 8 | 9 }>): void => {
    if (message.msg_type === messageTypes.stream_state) hearStream(message);
    else hearSession(message);
  };
  const hearMedia = (kind: MediaKind, content: Media): void => {
    // What comes later than the last moment's is of somebody whose session was not told of.
    if (deserted && time.now().getTime() > deserted_since_ms + drainMs) {
      unlessDeserted();
      tellPaused();
    }
    // What was written down or said in the chat comes later than it was said.
    if (kind !== 'transcript' && kind !== 'chat' && sessions.isResumedBy(content)) {
      sessions.resumeByMedia();
      tellPaused();
    }
    events.onMedia(kind, content);
  };

  const mediaLost = (why: string): void => {
    interrupted(why);
    mediaFailures += 1;
    // Somewhere else it may work.
    retry(signaling && mediaFailures < mostMediaFailures ? openMedia : openSignaling);
  };

  const openMedia = (): void => {
    if (!mediaServer) return;
    const { addresses, ...server } = mediaServer;
    const mineAsked = asked.now;
    coming?.end();
    const handshake = mediaHandshake(key, next(), mineAsked, wanted);
    const mine: Line = line(
      { ...server, handshake, answer: messageTypes.media_answer },
      (message) => {
        if (message.msg_type === messageTypes.media_answer) answered(message);
        else if (message.msg_type in mediaKinds && 'content' in message)
          hearMedia(mediaKinds[message.msg_type], message.content);
      },
      (why) => {
        if (mine !== coming && mine !== media) return;
        if (mine === coming) coming = undefined;
        else media = undefined;
        mediaLost(why);
      },
    );
    const answered = (answer: Extract<ServerMessage, { msg_type: 4 }>): void => {
      if (mine !== coming) return;
      coming = undefined;
      if (isOk(answer)) {
        media?.end();
        media = mine;
        flow(mineAsked.sound);
        return;
      }
      mine.end();
      if (asked.lessAfter(addresses, String(answer.reason))) {
        events.onNote('media was not to be had like this', { ...mineAsked, status_code: answer.status_code });
        openMedia();
      } else refused('media', answer);
    };
    coming = mine;
  };

  const flow = (sound: SoundForm): void => {
    signaling?.say(readiness(key));
    stayPatient();
    asked.given();
    isMediaBelieved = false;
    [hasStreamed, refusals, mediaFailures] = [true, 0, 0];
    streaming_since_ms = time.now().getTime();
    events.onStreaming(sound, asked.withheld);
  };

  const openSignaling = (): void => {
    signaling?.end();
    coming?.end();
    coming = undefined;
    mediaServer = undefined;
    mediaFailures = 0;
    const url = servers[failures % servers.length] ?? '';
    const mine: Line = line(
      { url, handshake: signalingHandshake(key, next()), answer: messageTypes.signaling_answer },
      (message) => {
        if (message.msg_type === messageTypes.signaling_answer) answered(message);
        else if (message.msg_type === messageTypes.event) events.onEvent(message.event);
        else if (message.msg_type === messageTypes.stream_state || message.msg_type === messageTypes.session_state)
          hearState(message);
      },
      (why) => {
        if (mine !== signaling) return;
        signaling = undefined;
        coming?.end();
        coming = undefined;
        interrupted(why);
        retry(openSignaling);
      },
    );
    const answered = (answer: Extract<ServerMessage, { msg_type: 2 }>): void => {
      const urls = answer.media_server?.server_urls;
      if (mine !== signaling || mediaServer) return;
      if (!isOk(answer) || !urls?.all) {
        signaling = undefined;
        mine.end();
        refused('signaling', isOk(answer) ? { status_code: 0, reason: 'no server for media' } : answer);
        return;
      }
      mine.say(subscription());
      mediaServer = { url: urls.all, namedBy: url, addresses: Object.keys(urls) };
      openMedia();
    };
    signaling = mine;
  };

  beginPatience();
  openSignaling();

  return {
    moveTo(others) {
      if (isOver || others.join() === servers.join()) return;
      servers = others;
      rounds = 1;
      askForAll();
      again?.[Symbol.dispose]();
      events.onNote('the stream moves to other servers');
      openSignaling();
    },
    close() {
      if (isOver) return;
      signaling?.say(closing(key));
      stop();
    },
    [Symbol.dispose]: stop,
  };
};
