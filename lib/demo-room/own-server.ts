/** The demo room on a server of its own, where it does not lie beside the service of one machine. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepAliveMs } from '../net/serving/keep-alive.ts';
import { createDemoRoom, type DemoRoom, type DemoRoomOptions } from './server.ts';

export interface OwnServer extends AsyncDisposable {
  readonly demoRoom: DemoRoom;
  readonly base_url: string;
  /** As `DEMO_ROOM_HOSTS` and the setting `demoRoomHosts` name it. */
  readonly host: string;
  close(): Promise<void>;
}

/** Listens on the loopback address, at a free port. */
export const startDemoRoom = async (options?: DemoRoomOptions): Promise<OwnServer> => {
  const demoRoom = createDemoRoom(options);
  const server = createServer({ keepAliveTimeout: keepAliveMs }, async (request, response) => {
    if (!(await demoRoom.handle(request, response))) response.writeHead(404).end();
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!demoRoom.upgrade(request, socket, head)) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => {
    await demoRoom.close();
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { demoRoom, base_url: `http://${host}`, host, close, [Symbol.asyncDispose]: close };
};
