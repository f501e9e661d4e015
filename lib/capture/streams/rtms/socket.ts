/** Connections to streams' servers: to permitted ones only, with their certificates checked. */
import { WebSocket } from 'ws';
import { addressPatience, lookupFor } from '../../../net/address-guard.ts';
import type { Resolve } from '../../../net/dns.ts';
import { checkStreamUrl, isLoopbackUrl, type StreamPolicy } from '../../../net/stream-url.ts';

/** The largest frame is a key picture, as base64. */
const largestFrameBytes = 4 * 1024 * 1024;
const connectWithinMs = 10_000;

export interface SocketEvents {
  onOpen(): void;
  onFrame(frame: Uint8Array): void;
  /** The other side is there: it answered a `ping`. */
  onPong(): void;
  /** Comes once, also when it could not be opened; nothing comes after it. */
  onClosed(why: string): void;
}

export interface Socket {
  send(text: string): void;
  ping(): void;
  /** Gives it up at once. */
  end(): void;
}

/** `namedBy`: the server that named this one, unless the client did. */
export type OpenSocket = (url: string, events: SocketEvents, namedBy?: string) => Socket;

export interface SocketOptions extends StreamPolicy {
  readonly resolve?: Resolve;
  /** Authorities to trust instead of the usual ones, in PEM. */
  readonly ca?: string;
}

/** A socket that was never opened. */
const refused = (why: string, { onClosed }: SocketEvents): Socket => {
  queueMicrotask(() => onClosed(why));
  return { send: () => undefined, ping: () => undefined, end: () => undefined };
};

export const guardedSockets = ({ ca, ...policy }: SocketOptions): OpenSocket => {
  const lookup = lookupFor(policy);
  return (url, events, namedBy) => {
    // Only this machine may send us to itself.
    const allow_loopback = policy.allow_loopback === true && (namedBy === undefined || isLoopbackUrl(namedBy));
    const fault = checkStreamUrl(url, { ...policy, allow_loopback });
    if (fault) return refused(`the address of the server ${fault}`, events);
    const socket = new WebSocket(url, {
      lookup,
      followRedirects: false,
      ...addressPatience,
      handshakeTimeout: connectWithinMs,
      maxPayload: largestFrameBytes,
      perMessageDeflate: false,
      ...(ca !== undefined && { ca }),
    });
    let why = 'the connection was closed';
    socket.on('open', () => events.onOpen());
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) events.onFrame(data);
    });
    socket.on('pong', () => events.onPong());
    socket.on('error', (error) => {
      why = error.message;
      socket.terminate();
    });
    socket.once('close', (code) => events.onClosed(`${why} (${code})`));
    return {
      send(text) {
        if (socket.readyState === socket.OPEN) socket.send(text);
      },
      ping() {
        if (socket.readyState === socket.OPEN) socket.ping();
      },
      end: () => socket.terminate(),
    };
  };
};
