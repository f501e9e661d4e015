/** The HTTP server of one machine: the API, the demo room, links to media, and a page that says what is where. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, BlockList, isIPv6 } from 'node:net';
import type { Duplex } from 'node:stream';
import { problem } from '../../api/problem.ts';
import type { DemoRoom } from '../../demo-room/server.ts';
import { isLoopbackHost } from '../../net/client-url.ts';
import { isClientGone } from '../../net/serving/client-gone.ts';
import { keepAliveMs } from '../../net/serving/keep-alive.ts';
import { CannotStartError } from '../errors.ts';
import { pathOf, sendProblem } from './api-front.ts';
import { type Doors, isForOthers } from './doors.ts';
import { healthPath } from './health.ts';
import { sendHomePage } from './home-page.ts';
import { endWithProblem, hasHost, mostHeaderBytes, refuseWithProblems } from './refusals.ts';

type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/** Where the door leads. */
export interface Destinations {
  readonly api: Handle;
  readonly media: Handle;
  readonly health: Handle;
  readonly demoRoom: Pick<DemoRoom, 'handle' | 'upgrade'>;
}

export interface FrontDoorOptions extends Pick<Doors, 'host' | 'public_url' | 'room'> {
  /** 0 for any free one. */
  readonly port: number;
}

export interface FrontDoor {
  readonly port: number;
  /** Opens: until then requests wait. */
  open(destinations: Destinations): void;
  close(): Promise<void>;
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use: stop the program that uses it, or choose another port with --port (0 means any free one)',
  EACCES: 'may not be used by this user: choose a port above 1023 with --port',
};

/** Listens at an address, and answers the port. */
const listen = async (server: Server, port: number, host: string): Promise<number> => {
  server.listen(port, host);
  try {
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    throw new CannotStartError(
      code === 'EADDRNOTAVAIL'
        ? `this machine has no address ${host}: give one that it has with --host, or 0.0.0.0 for all`
        : `port ${port} ${reasons[code] ?? `cannot be used (${code})`}`,
      { cause: error },
    );
  }
};

/** What browsers ask on behalf of somebody who is signed in, or wants to be. */
const isForPeople = (req: IncomingMessage): boolean =>
  req.headers.cookie !== undefined || /^(\/api\/v1)?\/dashboard(\/|$)/.test(pathOf(req));

/**
 * Whether it was asked by a name of this machine, or by its public one: others can be made to lead here, by whoever owns
 * them (rebinding).
 */
const isOurName = ({ headers }: IncomingMessage, public_url: string | undefined): boolean => {
  const host = URL.parse(`http://${headers.host}`)?.hostname;
  if (host === undefined) return false;
  return isLoopbackHost(host) || (public_url !== undefined && host === new URL(public_url).hostname);
};

const answer = async (
  destinations: Destinations,
  options: FrontDoorOptions,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> => {
  const { public_url, room } = options;
  const path = pathOf(req);
  if (!hasHost(req, res)) return;
  if (isForPeople(req) && !isOurName(req, public_url)) {
    const names = public_url ?? '127.0.0.1 or localhost';
    sendProblem(res, problem('forbidden', `open the dashboard at ${names}: it answers to no other name`));
    return;
  }
  if (path === '/' && (req.method === 'GET' || req.method === 'HEAD')) {
    sendHomePage(res, { isPublic: public_url !== undefined && isForOthers(public_url), room: room ?? 'open' });
  } else if (path === healthPath) await destinations.health(req, res);
  else if (path.startsWith('/media/')) await destinations.media(req, res);
  else if (!(await destinations.demoRoom.handle(req, res))) await destinations.api(req, res);
};

/** All addresses of the machine, in whichever words: `::0` is `::`. */
const anyAddress = new BlockList();
anyAddress.addAddress('0.0.0.0', 'ipv4');
anyAddress.addAddress('::', 'ipv6');
const isAnyAddress = (host: string): boolean => anyAddress.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
const ownAddress = '127.0.0.1';

/** The addresses to listen at: the service's own programs come by 127.0.0.1, whatever else is open. */
const addressesOf = (host: string = ownAddress): string[] =>
  isAnyAddress(host) ? [host] : [...new Set([ownAddress, host])];

/** Takes a port of this machine, for itself only unless told otherwise. @throws CannotStartError when it cannot be had */
export const openFrontDoor = async (
  options: FrontDoorOptions,
  onFault: (error: unknown) => void,
): Promise<FrontDoor> => {
  const { promise: opened, resolve: open } = Promise.withResolvers<Destinations>();
  const receive = (req: IncomingMessage, res: ServerResponse): void => {
    opened
      .then((destinations) => answer(destinations, options, req, res))
      .catch((error: unknown) => {
        if (!isClientGone(req, error)) onFault(error);
        res.destroy();
      });
  };
  /** Connections that asked for a line to a room before the door was open: the server knows them no longer. */
  const waiting = new Set<Duplex>();
  const upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    waiting.add(socket);
    socket.once('close', () => waiting.delete(socket));
    opened
      .then(({ demoRoom }) => {
        waiting.delete(socket);
        if (!demoRoom.upgrade(req, socket, head)) endWithProblem(socket, problem('not_found', 'No such resource.'));
      })
      .catch((error: unknown) => {
        onFault(error);
        socket.destroy();
      });
  };
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    for (const socket of waiting) socket.destroy();
    await Promise.all(
      servers.map(async (server) => {
        if (!server.listening) return;
        const closed = once(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      }),
    );
  };
  let { port } = options;
  try {
    for (const address of addressesOf(options.host)) {
      const server = createServer(
        { requireHostHeader: false, maxHeaderSize: mostHeaderBytes, keepAliveTimeout: keepAliveMs },
        receive,
      );
      server.on('upgrade', upgrade);
      refuseWithProblems(server);
      servers.push(server);
      port = await listen(server, port, address);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { port, open, close };
};
