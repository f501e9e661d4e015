/** A demo room on a server of its own, whose meeting goes on while the service is away. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RoomAddress } from '../../lib/demo-room/rooms.ts';
import { createDemoRoom } from '../../lib/demo-room/server.ts';

export interface OwnRoom extends AsyncDisposable {
  readonly base_url: string;
  /** As `DEMO_ROOM_HOSTS` names it. */
  readonly host: string;
  readonly room: RoomAddress;
}

export const openOwnRoom = async (): Promise<OwnRoom> => {
  const demoRoom = createDemoRoom();
  const server = createServer(async (request, response) => {
    if (!(await demoRoom.handle(request, response))) response.writeHead(404).end();
  });
  server.on('upgrade', (request, socket, head) => {
    if (!demoRoom.upgrade(request, socket, head)) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base_url: `http://${host}`,
    host,
    room: demoRoom.createRoom(),
    [Symbol.asyncDispose]: async () => {
      await demoRoom.close();
      server.closeAllConnections();
      server.close();
    },
  };
};
