import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { guardedSockets } from '../../../../lib/capture/streams/rtms/socket.ts';

/** A server that answers whoever would open a socket with a line of status, and counts who comes. */
const aServer = async (answer: string) => {
  const asked: string[] = [];
  const server = createServer().on('upgrade', ({ url = '' }, socket) => {
    asked.push(url);
    // A client that is refused may go before it has read why.
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 ${answer}\r\ncontent-length: 0\r\n\r\n`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`,
    asked,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  };
};

describe('a server of streams that sends its client elsewhere', () => {
  it.each([301, 302, 307, 308])('is not followed, and nothing is said to it: %i', async (status) => {
    await using elsewhere = await aServer('403 Forbidden');
    await using server = await aServer(`${status} Elsewhere\r\nlocation: ${elsewhere.url}`);
    const said: string[] = [];
    const why = await new Promise<string>((onClosed) => {
      guardedSockets({ allow_loopback: true })(server.url, {
        onOpen: () => void said.push('open'),
        onFrame: () => void said.push('frame'),
        onPong: () => void said.push('pong'),
        onClosed,
      });
    });
    expect(why).toContain(`Unexpected server response: ${status}`);
    expect([said, server.asked, elsewhere.asked]).toEqual([[], ['/stream'], []]);
  });
});
