/** What has become of the bot's own connection to a LiveKit meeting, as its page and the server tell. */
import type { WireFact } from '../../judging/facts.ts';
import type { ProtoMessage } from '../../page/protobuf.ts';
import { disconnectReasons, leaveRequest } from './wire.ts';

/**
 * A page that comes back begins with `sendLeave` as well, and opens the next socket at once, or once it has said how long somebody
 * is to wait.
 */
const staysOutMs = 30_000;
/** Clients wait for the server's media for 15 s. A socket that is closed sooner tells nothing of them. */
const unreachedAfterMs = 10_000;

const staysOut: WireFact = { kind: 'livekit.stays_out' };
const joined: WireFact = { kind: 'livekit.joined' };
const unreached: WireFact = { kind: 'livekit.unreached' };
const connected: WireFact = { kind: 'livekit.connected' };
const reconnecting: WireFact = { kind: 'livekit.reconnecting' };
/** As clients call what no one gives a reason for. */
const cutOff: WireFact = { kind: 'livekit.disconnected', reason: 'SIGNAL_CLOSE' };
const disconnected = (leave: ProtoMessage): WireFact => ({
  kind: 'livekit.disconnected',
  reason: disconnectReasons[leave.number(leaveRequest.reason)] ?? 'UNKNOWN_REASON',
});

/** Whether this is the end: servers also tell clients to leave and come back. */
const isFinal = (leave: ProtoMessage): boolean =>
  leave.number(leaveRequest.action) === 0 && leave.number(leaveRequest.canReconnect) === 0;

export interface LiveKitConnection {
  /** The page opens a socket, its first or another. */
  opened(): void;
  /** The server lets it in, with nothing of what was before. */
  joined(): void;
  /** The server goes on with it, over another socket or in another room. What was never reached is not connected by that. */
  wentOn(): void;
  /** The server tells it to leave. */
  sentOff(leave: ProtoMessage): void;
  /** The page itself leaves. */
  left(leave: ProtoMessage): void;
  /** The socket is closed, and nobody has said why: the page opens another one, or has given up. */
  lostSocket(): void;
  /** What the page exchanges beside the socket has got through: the server's media ports can be reached. */
  reached(): void;
  /** The server answered, over HTTP, why it lets nobody connect. */
  refused(status: number, words: string): void;
  /** What the bot's own connection has come to, for signs.ts. */
  readonly wire: readonly WireFact[];
}

/** `tellEnd`: hears what the server ended the page's connection with, and nothing once the page makes another. */
export const createLiveKitConnection = (
  tellEnd: (wire: readonly WireFact[]) => void,
  now: () => number,
): LiveKitConnection => {
  let wire: readonly WireFact[] = [];
  /** The page itself has ended its connection, and nothing came since. */
  let left_ms: number | undefined;
  let joined_ms = 0;
  /** What it exchanges beside the socket got through since then. */
  let isReached = false;
  /** It was in once, and media got through. */
  const isConnected = (): boolean => wire[0] === connected;

  /** The server has it in. */
  const comeIn = (): void => {
    if (isReached) wire = [connected];
    else wire = isConnected() ? [connected, reconnecting, joined] : [joined];
  };

  return {
    opened() {
      wire = isConnected() ? [connected, reconnecting] : [{ kind: 'livekit.connecting' }];
      left_ms = undefined;
      tellEnd([]);
    },
    joined() {
      [joined_ms, isReached] = [now(), false];
      comeIn();
    },
    wentOn: comeIn,
    sentOff(leave) {
      if (!isFinal(leave)) return;
      const end = disconnected(leave);
      // The server may say again what the page has said.
      if (end.reason !== 'CLIENT_INITIATED') left_ms = undefined;
      wire = [...wire, end];
      tellEnd(wire);
    },
    left(leave) {
      const [first] = wire;
      if (first === connected || first === joined) [wire, left_ms] = [[first, disconnected(leave)], now()];
    },
    lostSocket() {
      const isWaiting = wire.at(-1) === joined;
      if (isConnected() && (wire.length === 1 || isWaiting)) wire = [connected, reconnecting];
      else if (wire[0] === joined && (isWaiting || left_ms !== undefined))
        wire = [...wire, now() - joined_ms >= unreachedAfterMs ? unreached : cutOff];
    },
    reached() {
      isReached = true;
      if (wire.at(-1) === joined) wire = [connected];
    },
    refused(status, words) {
      // A server that is too old for the way in which it was asked is asked in another.
      if (status === 404 && !words.includes('room does not exist')) return;
      wire = [...wire, { kind: 'livekit.refused', reason: 'NotAllowed', status }];
    },
    get wire() {
      return left_ms !== undefined && now() - left_ms >= staysOutMs ? [...wire, staysOut] : wire;
    },
  };
};
