/** Proxies with TLS that a service of one machine stands behind in tests. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';

export const publicName = 'bots.example.com';

/** Where a proxy is to listen, and where it finds the service. */
export interface Ports {
  readonly https: number;
  /** Leads to https, where the proxy has such a door. */
  readonly http: number;
  readonly service: number;
}

export interface ProxyKind {
  readonly name: string;
  /** What to do to have it on this machine, where it is not there. */
  readonly missing?: string;
  readonly leadsToHttps: boolean;
  /** Starts it, and waits until it listens. */
  start(ports: Ports): Promise<AsyncDisposable>;
}

/** A file of the certificate that tests serve with. */
export const certificateFile = (part: 'key' | 'cert'): URL =>
  new URL(`../../webhooks/fixtures/loopback.${part}.pem`, import.meta.url);

const aFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const mostTries = 5;

/** Starts what has to know its ports before; anew at others where somebody else took one of them meanwhile. */
export const atFreePorts = async <T>(start: (ports: Ports) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    const ports = { https: await aFreePort(), http: await aFreePort(), service: await aFreePort() };
    try {
      return await start(ports);
    } catch (error) {
      if (tries === mostTries) throw error;
    }
  }
};
