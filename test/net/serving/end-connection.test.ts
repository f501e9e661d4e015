/** What a client sees of a connection that a server ends with its last words. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { endConnection } from '../../../lib/net/serving/end-connection.ts';

const ended: Duplex[] = [];
const server = createServer().on('upgrade', (_, socket) => {
  socket.on('error', () => socket.destroy());
  ended.push(socket);
  endConnection(socket, 'no');
  // As when what comes after a request that is none is none either.
  endConnection(socket, 'no more');
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());
// Time stands still unless a test moves it on.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const ask = (): Socket => {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n');
  return socket;
};
const isGone = async (socket: Duplex | undefined): Promise<void> => {
  if (!socket) throw new Error('the server has ended no connection');
  if (!socket.closed) await once(socket, 'close');
};

it('is gone at once where the client ends its side too', async () => {
  const client = ask();
  expect(await text(client)).toBe('no');
  client.end();
  await isGone(ended.pop());
});

it('is gone soon where the client keeps its side open', async () => {
  const client = ask();
  expect(await text(client)).toBe('no');
  vi.advanceTimersByTime(2_000);
  await isGone(ended.pop());
  client.destroy();
});

it('tells its words also to a client that goes on sending before it reads', async () => {
  const client = ask();
  await new Promise<void>((resolve, reject) => {
    client.once('error', reject);
    client.write('x'.repeat(12_000_000), () => resolve());
  });
  expect(await text(client)).toBe('no');
  client.end();
});
