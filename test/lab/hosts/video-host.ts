/** A server on this machine that has one video: as much of it as anybody looks at who asks whether it is one. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepAliveMs } from '../../../lib/net/serving/keep-alive.ts';

const beginning = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(52)]);

export interface VideoHost extends AsyncDisposable {
  readonly url: string;
}

export const aVideoHost = async (): Promise<VideoHost> => {
  const server = createServer({ keepAliveTimeout: keepAliveMs }, (_, response) =>
    response.setHeader('content-type', 'video/mp4').end(beginning),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/welcome.mp4`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
};
