/** Whether a request failed because its client went away in the middle, which is none of our faults. */
import type { IncomingMessage } from 'node:http';

/** What Node says where a connection is gone: while it is read, while it is written to, and before. */
const ofConnections: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

/**
 * A request itself is destroyed as soon as it is read to its end: its connection says who has gone. But a fault of ours ends
 * a connection too, and has words of its own.
 */
export const isClientGone = ({ socket }: IncomingMessage, error: unknown): boolean =>
  socket.destroyed && ofConnections.has((error as NodeJS.ErrnoException | undefined)?.code);
