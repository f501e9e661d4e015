/** The connection to a client's server, made again for as long as it is wanted. */
import { WebSocket } from 'ws';
import { jsonIn } from '../../domain/json.ts';
import { ForbiddenAddressError, type GuardOptions } from '../../net/address-guard.ts';
import { openGuardedSocket } from '../../net/guarded-socket.ts';
import { pauseAfter } from '../../process/retry.ts';
import type { SessionLog } from '../meeting/log.ts';
import { FromServer, mostMessageBytes, type ToServer } from './messages.ts';

const pause = { first_ms: 250, longest_ms: 10_000 };
/** A server that takes nothing for so long is gone, whatever its connection says. */
const pingEveryMs = 10_000;
/** Some seconds of sound wait for a server that is slow. More than that is left out, for it would come too late. */
export const mostWaitingBytes = 256 * 1024;
const mostFaultsLogged = 5;

export interface ConnectionOptions {
  readonly url: string;
  readonly guard: GuardOptions;
  readonly log: SessionLog;
  readonly onMessage: (message: FromServer) => void;
  /** Hears that it is there, whenever it has been made. */
  readonly onOpen: () => void;
}

export interface Connection extends Disposable {
  readonly isOpen: boolean;
  /** A message is lost while there is no connection, or when more than `most_waiting_bytes` wait before it. */
  send(message: ToServer, most_waiting_bytes?: number): void;
}

export const connect = ({ url, guard, log, onMessage, onOpen }: ConnectionOptions): Connection => {
  let socket: WebSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let attempts = 0;
  let faults = 0;
  let left_out = 0;

  const again = (): void => {
    if (isClosed) return;
    attempts += 1;
    // Servers that come back are not asked by everybody in the same moment.
    timer = setTimeout(open, pauseAfter(attempts, pause) * (0.5 + Math.random() / 2));
  };

  const hear = (text: string): void => {
    const message = FromServer.safeParse(jsonIn(text)).data;
    if (message) onMessage(message);
    else faults += 1;
    if (!message && faults <= mostFaultsLogged)
      log('the audio socket said something that is not understood', { faults });
  };

  const watch = (made: WebSocket): NodeJS.Timeout => {
    let isAlive = true;
    made.on('pong', () => {
      isAlive = true;
    });
    return setInterval(() => {
      // A server that closes what it has just opened is not asked again as soon as one whose connection broke.
      attempts = 0;
      if (!isAlive) made.terminate();
      isAlive = false;
      made.ping();
    }, pingEveryMs);
  };

  function open(): void {
    let made: WebSocket;
    try {
      made = openGuardedSocket(url, { ...guard, most_message_bytes: mostMessageBytes });
    } catch (error) {
      log('the audio socket may not be reached', { error });
      return;
    }
    socket = made;
    let beat: NodeJS.Timeout | undefined;
    let fault: Error | undefined;
    made.on('open', () => {
      log('the audio socket is connected');
      beat = watch(made);
      onOpen();
    });
    made.on('message', (data, isBinary) => {
      if (!isClosed) hear(isBinary ? '' : String(data));
    });
    made.on('error', (error) => {
      fault = error;
    });
    made.on('close', (code) => {
      clearInterval(beat);
      socket = undefined;
      if (isClosed) return;
      log('the audio socket is not connected', { code, left_out, ...(fault && { error: fault }) });
      if (!(fault instanceof ForbiddenAddressError)) again();
    });
  }
  open();

  return {
    get isOpen() {
      return socket?.readyState === WebSocket.OPEN;
    },
    send(message, most_waiting_bytes = mostWaitingBytes) {
      if (socket?.readyState !== WebSocket.OPEN) return;
      if (socket.bufferedAmount > most_waiting_bytes) left_out += 1;
      else socket.send(JSON.stringify(message));
    },
    [Symbol.dispose]() {
      isClosed = true;
      clearTimeout(timer);
      const going = socket;
      going?.close(1000);
      // A server need not answer.
      if (going) setTimeout(() => going.terminate(), 1_000).unref();
    },
  };
};
