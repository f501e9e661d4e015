/** Whether a request failed because its client went away in the middle, which is none of our faults. */
import type { IncomingMessage } from 'node:http';

/** A request itself is destroyed as soon as it is read to its end: its connection says who has gone. */
export const isClientGone = ({ socket }: IncomingMessage): boolean => socket.destroyed;
