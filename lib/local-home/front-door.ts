/** The HTTP server of one machine: the API, the demo room, links to media, and a page that says what is where. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { problem } from '../api/problem.ts';
import type { DemoRoom } from '../demo-room/server.ts';
import { isLoopbackHost } from '../net/client-url.ts';
import { pathOf, sendProblem } from './api-front.ts';
import { CannotStartError } from './errors.ts';
import { sendHomePage } from './home-page.ts';
import { endWithProblem, hasHost, mostHeaderBytes, refuseWithProblems } from './refusals.ts';

type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

export interface Rooms {
  readonly api: Handle;
  readonly media: Handle;
  readonly demoRoom: Pick<DemoRoom, 'handle' | 'upgrade'>;
}

export interface FrontDoor {
  readonly port: number;
  /** Opens: until then requests wait. */
  open(rooms: Rooms): void;
  close(): Promise<void>;
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use: stop the program that uses it, or choose another port with --port (0 means any free one)',
  EACCES: 'may not be used by this user: choose a port above 1023 with --port',
};

const listen = async (server: Server, port: number): Promise<void> => {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw new CannotStartError(`port ${port} ${reasons[code] ?? `cannot be used (${code})`}`, { cause: error });
  }
};

/** What browsers ask on behalf of somebody who is signed in, or wants to be. */
const isForPeople = (req: IncomingMessage): boolean =>
  req.headers.cookie !== undefined || /^(\/api\/v1)?\/dashboard(\/|$)/.test(pathOf(req));

/** Whether it was asked by a name of this machine: others can be made to lead here, by whoever owns them (rebinding). */
const isThisMachine = ({ headers }: IncomingMessage): boolean => {
  const host = URL.parse(`http://${headers.host}`)?.hostname;
  return host !== undefined && isLoopbackHost(host);
};

const answer = async (rooms: Rooms, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const path = pathOf(req);
  if (!hasHost(req, res)) return;
  if (isForPeople(req) && !isThisMachine(req)) {
    sendProblem(res, problem('forbidden', 'open the dashboard at 127.0.0.1 or localhost: it answers to no other name'));
    return;
  }
  if (path === '/' && req.method === 'GET') sendHomePage(res);
  else if (path.startsWith('/media/')) await rooms.media(req, res);
  else if (!(await rooms.demoRoom.handle(req, res))) await rooms.api(req, res);
};

/** Takes a port of this machine, for itself only. @throws CannotStartError when it cannot be had */
export const openFrontDoor = async (port: number, onFault: (error: unknown) => void): Promise<FrontDoor> => {
  const { promise: opened, resolve: open } = Promise.withResolvers<Rooms>();
  const server = createServer({ requireHostHeader: false, maxHeaderSize: mostHeaderBytes }, (req, res) => {
    opened
      .then((rooms) => answer(rooms, req, res))
      .catch((error: unknown) => {
        // A client that went away in the middle is none of our faults.
        if (!req.destroyed && !res.destroyed) onFault(error);
        res.destroy();
      });
  });
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    opened.then(
      ({ demoRoom }) =>
        demoRoom.upgrade(req, socket, head) || endWithProblem(socket, problem('not_found', 'No such resource.')),
      onFault,
    );
  });
  refuseWithProblems(server);
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    open,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
