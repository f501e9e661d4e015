import type { ClientMessage, Join, ServerMessage } from '../protocol.ts';

const firstRetryMs = 300;
/** So long a page tries to come back. */
export const giveUpAfterMs = 8_000;

export interface ConnectionEvents {
  message(message: ServerMessage): void;
  /** The connection dropped and is being made again. */
  dropped(): void;
  resumed(): void;
  /** It could not be made again in time. */
  lost(): void;
}

/**
 * The line to the room: opens with joining, and after a short drop comes back as the same person. What is sent meanwhile goes
 * out then, in its order.
 */
export const createConnection = (join: Join, events: ConnectionEvents) => {
  let session: { participant_id: string; token: string } | undefined;
  let socket: WebSocket;
  let received = 0;
  let unsent: ClientMessage[] = [];
  let isOver = false;
  let droppedAt: number | undefined;

  const address = (): URL => {
    const url = new URL(`${location.pathname.replace(/\/$/, '')}/socket${location.search}`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    return url;
  };

  const send = (message: ClientMessage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else if (!isOver) unsent.push(message);
  };

  const receive = (message: ServerMessage): void => {
    received += 1;
    if (message.type === 'session') session = message;
    if (message.type === 'over') isOver = true;
    events.message(message);
  };

  const retry = (): void => {
    if (isOver) return;
    if (droppedAt === undefined) {
      droppedAt = performance.now();
      events.dropped();
    }
    if (!session || performance.now() - droppedAt > giveUpAfterMs) {
      isOver = true;
      events.lost();
    } else {
      setTimeout(open, firstRetryMs);
    }
  };

  const open = (): void => {
    socket = new WebSocket(address());
    socket.addEventListener('open', () => {
      const { participant_id, token } = session ?? {};
      socket.send(JSON.stringify(session ? { type: 'resume', participant_id, token, received } : join));
      const kept = unsent;
      unsent = [];
      kept.forEach(send);
      if (droppedAt !== undefined) events.resumed();
      droppedAt = undefined;
    });
    socket.addEventListener('message', ({ data }) => receive(JSON.parse(String(data)) as ServerMessage));
    socket.addEventListener('close', retry);
  };
  open();

  return {
    /** Ends the line for good, also while it is interrupted. */
    leave: () => {
      isOver = true;
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'leave' } satisfies ClientMessage));
      socket.close();
    },
    send,
  };
};
