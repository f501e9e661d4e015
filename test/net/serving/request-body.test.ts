/** What a client is answered whose request has a large body. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../../lib/net/serving/request-body.ts';

const mostBytes = 1_000;

/** The body of an answer, which came in chunks or with its length. */
const bodyOf = (answer: string): string => answer.split('\r\n\r\n')[1] ?? '';

/** Asks as a client does that reads no answer before it has written all that it has to say. */
const answerTo = async (bytes: number): Promise<string> => {
  const server = createServer(async (request, response) => {
    const body = await readBody(request, mostBytes);
    response.end(body ? `${body.length} bytes` : 'too large');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`);
      socket.write('x'.repeat(bytes), () => resolve());
    });
    return bodyOf(await text(socket));
  } finally {
    server.close();
  }
};

describe('a body', () => {
  it.each([0, mostBytes])('of %i bytes is read', async (bytes) => {
    expect(await answerTo(bytes)).toBe(`${bytes} bytes`);
  });

  // More than all buffers on the way hold: the client still writes when its body is known to be too large.
  it.each([mostBytes + 1, 50_000_000])('of %i bytes is too large, which its client is told', async (bytes) => {
    expect(await answerTo(bytes)).toBe('too large');
  });
});
