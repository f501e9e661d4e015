/** How a server of ours ends a connection that it hands to none of its handlers. */
import type { Duplex } from 'node:stream';

const patienceMs = 2_000;

/**
 * Ends a connection with its last words. It is gone within seconds, also where the client keeps its side open, which no
 * time limit of Node's sees to after an upgrade. What the client still sends is thrown away: a connection that is
 * destroyed with something unread loses the words.
 */
export const endConnection = (socket: Duplex, words: string): void => {
  // Its last words are on their way.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(words);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), patienceMs).unref();
  socket.once('close', () => clearTimeout(timer));
};
