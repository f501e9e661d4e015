/** The body of a request to a server of ours. */
import type { IncomingMessage } from 'node:http';

/**
 * The whole body, or undefined when it has more than `mostBytes`. The rest of such a body is read too, and thrown away: a
 * connection that ends while its client writes loses the answer. Node's `requestTimeout` ends a client that never comes
 * to the end of one.
 */
export const readBody = async (request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= mostBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > mostBytes ? undefined : Buffer.concat(chunks);
};
