import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepAliveMs } from '../../../lib/net/serving/keep-alive.ts';

/** A site of a client's on this machine. */
export const aSite = async (listener: RequestListener) => {
  const server = createServer({ keepAliveTimeout: keepAliveMs }, listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
