/** One socket of a client: what is said over it, and whether the client is still there. */
import type { WebSocket } from 'ws';
import { every, type Time } from '../time.ts';
import { ClientMessage } from './messages.ts';
import { messageTypes } from './numbers.ts';
import type { StreamQuirks } from './quirks.ts';

export type LineKind = 'signaling' | 'media';

// rtms_api/reconnection_and_chaos_mode_js of github.com/zoom/rtms-samples: asked while no data flows; three unanswered in a row end the line.
const mostUnanswered = 3;

export interface Line {
  readonly kind: LineKind;
  /** A keep-alive was sent, and not answered yet. */
  readonly isAsking: boolean;
  say(message: Readonly<Record<string, unknown>>): void;
  /** Whatever bytes: also such as no server would send. */
  sayRaw(data: string | Uint8Array): void;
  /** Ends it as a server does that has nothing more to say. */
  close(): void;
  /** Ends it as a broken network does. */
  cut(): void;
}

export interface LineEvents {
  onMessage(message: ClientMessage): void;
  /** What the client did wrong. */
  onComplaint(complaint: string): void;
  onLost(): void;
}

export const aLine = (
  socket: WebSocket,
  kind: LineKind,
  time: Time,
  { binaryFrames = false, keepAlive_s = 10, keepAliveWithoutSequence = false }: StreamQuirks,
  { onMessage, onComplaint, onLost }: LineEvents,
): Line => {
  let sequence = 0;
  let unanswered = 0;
  let waitingFor: number | undefined;
  let saidAt = time.now().getTime();

  const sayRaw = (data: string | Uint8Array): void => {
    if (socket.readyState === socket.OPEN) socket.send(data, { binary: binaryFrames || typeof data !== 'string' });
  };
  const say = (message: Readonly<Record<string, unknown>>): void => {
    saidAt = time.now().getTime();
    sayRaw(JSON.stringify(message));
  };

  const asking = every(time, keepAlive_s * 1000, (now) => {
    if (waitingFor !== undefined && ++unanswered >= mostUnanswered) {
      onComplaint(`${kind}: ${mostUnanswered} keep-alives without an answer`);
      return cut();
    }
    if (waitingFor === undefined && now - saidAt < keepAlive_s * 1000) return;
    waitingFor = now;
    sequence += 1;
    const numbered = keepAliveWithoutSequence ? {} : { sequence };
    say({ msg_type: messageTypes.KEEP_ALIVE_REQ, ...numbered, timestamp: now });
  });
  const answered = ({ timestamp, sequence: number }: { timestamp: number; sequence?: number }): void => {
    if (timestamp !== waitingFor)
      onComplaint(`${kind}: a keep-alive of ${timestamp} was answered, not of ${waitingFor}`);
    else if (!keepAliveWithoutSequence && number !== undefined && number !== sequence) {
      onComplaint(`${kind}: keep-alive ${number} was answered, not ${sequence}`);
    }
    waitingFor = undefined;
    unanswered = 0;
  };

  socket.on('message', (data: Buffer) => {
    let message: unknown;
    try {
      message = JSON.parse(data.toString());
    } catch {
      return onComplaint(`${kind}: not JSON`);
    }
    const read = ClientMessage.safeParse(message);
    if (!read.success) return onComplaint(`${kind}: ${JSON.stringify(message)}: ${read.error.issues[0]?.message}`);
    if (read.data.msg_type === messageTypes.KEEP_ALIVE_RESP) answered(read.data);
    else onMessage(read.data);
  });
  socket.on('error', () => socket.terminate());
  socket.once('close', () => {
    asking[Symbol.dispose]();
    onLost();
  });

  const cut = (): void => socket.terminate();
  return {
    kind,
    say,
    sayRaw,
    cut,
    close: () => socket.close(1000),
    get isAsking() {
      return waitingFor !== undefined;
    },
  };
};
