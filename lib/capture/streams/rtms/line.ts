/** One connection of a stream: what is said over it, and whether the other side is still there. */
import type { StreamTime } from '../stream-time.ts';
import { readMessage, type ServerMessage } from './messages.ts';
import { messageTypes } from './numbers.ts';
import type { OpenSocket } from './socket.ts';

// Servers ask every 10 s while nothing else is said, some of them every 65 s: before a line counts as dead it is asked itself.
const askAfterMs = 30_000;
export const deadAfterMs = 35_000;
const answerWithinMs = 10_000;

export interface LineEvents {
  onMessage(message: ServerMessage): void;
  /** A frame that cannot be read, or of a type that nobody knows. */
  onUnread(): void;
  /** Comes once; nothing comes after it. */
  onClosed(why: string): void;
}

export interface Line {
  say(message: Readonly<Record<string, unknown>>): void;
  /** Closes it without a word: `onClosed` does not come. */
  end(): void;
}

export interface LineOptions {
  readonly url: string;
  readonly namedBy?: string;
  /** What is said first; the other side must answer it with a message of this type within seconds. */
  readonly handshake: Readonly<Record<string, unknown>>;
  readonly answer: ServerMessage['msg_type'];
}

export const openLine = (
  open: OpenSocket,
  time: StreamTime,
  { url, namedBy, handshake, answer }: LineOptions,
  events: LineEvents,
): Line => {
  let isOver = false;
  let isAnswered = false;
  let heard_ms = time.now().getTime();
  let watching: Disposable | undefined;

  const over = (): void => {
    isOver = true;
    watching?.[Symbol.dispose]();
    socket.end();
  };
  const close = (why: string): void => {
    if (isOver) return;
    over();
    events.onClosed(why);
  };
  const say = (message: Readonly<Record<string, unknown>>): void => socket.send(JSON.stringify(message));

  /** Looks whether anything was heard, as often as is needed. */
  const watch = (): void => {
    const silent_ms = time.now().getTime() - heard_ms;
    if (!isAnswered && silent_ms >= answerWithinMs) close('the server does not answer');
    else if (silent_ms >= deadAfterMs) close('the server has fallen silent');
    else {
      if (silent_ms >= askAfterMs) socket.ping();
      const next_ms = isAnswered ? (silent_ms >= askAfterMs ? deadAfterMs : askAfterMs) : answerWithinMs;
      watching = time.after(next_ms - silent_ms, watch);
    }
  };
  const hear = (): void => {
    heard_ms = time.now().getTime();
  };

  const socket = open(
    url,
    {
      onOpen() {
        if (isOver) return;
        hear();
        say(handshake);
      },
      onFrame(frame) {
        if (isOver) return;
        hear();
        const message = readMessage(frame);
        if (message?.msg_type === messageTypes.keep_alive) {
          say({ ...message, msg_type: messageTypes.keep_alive_answer });
          return;
        }
        isAnswered ||= message?.msg_type === answer;
        if (!message) events.onUnread();
        else if (isAnswered) events.onMessage(message);
      },
      onPong: hear,
      onClosed: close,
    },
    namedBy,
  );
  watching = time.after(answerWithinMs, watch);
  return {
    say,
    end() {
      if (!isOver) over();
    },
  };
};
