/** Proxies with TLS that a service of one machine stands behind in tests. */
import { freePort } from '../../lab/hosts/free-port.ts';

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
  /** What it answers at its door without TLS to whoever looks whether the name is its own, where another program asks for its certificate. */
  readonly challenge?: { readonly path: string; readonly text: string };
  /** Starts it, and waits until it listens. */
  start(ports: Ports): Promise<AsyncDisposable>;
}

/** A file of the certificate that tests serve with. */
export const certificateFile = (part: 'key' | 'cert'): URL =>
  new URL(`../../lab/fixtures/loopback.${part}.pem`, import.meta.url);

/** In the words of Node and of proxies, and in the service's own. */
const isPortTaken = (error: unknown): boolean => /address already in use|port \d+ is in use/i.test(String(error));

const mostTries = 5;

/** Starts what has to know its ports before; anew at others where somebody else took one of them meanwhile. */
export const atFreePorts = async <T>(start: (ports: Ports) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    const ports = { https: await freePort(), http: await freePort(), service: await freePort() };
    try {
      return await start(ports);
    } catch (error) {
      if (tries === mostTries || !isPortTaken(error)) throw error;
    }
  }
};
