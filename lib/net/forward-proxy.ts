/**
 * The only way out for a browser that shows a client's page: a proxy on this machine that opens connections where the
 * guard allows, name by name, whoever in the page asks: documents, redirects, frames, scripts, WebSockets.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Duplex, pipeline } from 'node:stream';
import { addressPatience, ForbiddenAddressError, type GuardOptions, lookupFor } from './address-guard.ts';
import { bareHost, checkClientUrl } from './client-url.ts';

const mostConnections = 256;

/** Headers that concern one leg of the way (RFC 9110, 7.6.1). */
const hopHeaders = new Set(['proxy-connection', 'proxy-authorization', 'connection', 'keep-alive', 'te', 'upgrade']);

interface Target {
  readonly host: string;
  readonly port: number;
}

export interface ForwardProxy extends AsyncDisposable {
  /** `127.0.0.1:port`, as a browser wants it. */
  readonly address: string;
}

/** `onRefused` hears of what was asked for in vain: a sentence, without paths. */
export const startForwardProxy = async (
  options: GuardOptions,
  onRefused: (reason: string) => void = () => undefined,
): Promise<ForwardProxy> => {
  const { allow_loopback = false, timeout_ms = 10_000 } = options;
  const lookup = lookupFor(options);

  /** Where an address leads. @throws ForbiddenAddressError */
  const targetOf = (text: string): Target & { readonly url: URL } => {
    const refusal = checkClientUrl(text, { allow_loopback });
    if (refusal) throw new ForbiddenAddressError(refusal);
    const url = new URL(text);
    const host = bareHost(url.hostname);
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    return { url, host, port };
  };

  const refuse = (what: string, error: unknown): void => {
    const where = error instanceof ForbiddenAddressError && error.leads_to ? `: it leads to ${error.leads_to}` : '';
    onRefused(`${what}: ${(error as Error).message}${where}`);
  };

  /** Encrypted pages and every WebSocket: bytes in both directions. */
  const tunnel = (asked: IncomingMessage, near: Socket, head: Buffer): void => {
    const name = asked.url ?? '';
    near.on('error', () => near.destroy());
    try {
      const { host, port } = targetOf(`https://${name}`);
      const far = connect({ ...addressPatience, host, port, lookup });
      const late = setTimeout(() => far.destroy(new Error('no connection in time')), timeout_ms);
      far.once('connect', () => {
        clearTimeout(late);
        far.setNoDelay(true);
        near.write('HTTP/1.1 200 Connection established\r\n\r\n');
        far.write(head);
        far.pipe(near).pipe(far);
      });
      far.once('error', (error) => {
        clearTimeout(late);
        if (error instanceof ForbiddenAddressError) refuse(name, error);
        near.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      });
      near.once('close', () => far.destroy());
      // What has been written to it is still to arrive.
      far.once('close', () => near.destroySoon());
    } catch (error) {
      refuse(name, error);
      near.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    }
  };

  /** Plain http, which the guard lets through to this machine at most. */
  const forward = (asked: IncomingMessage, answer: ServerResponse): void => {
    try {
      const { url, host, port } = targetOf(asked.url ?? '');
      const kept = Object.entries(asked.headers).filter(([name]) => !hopHeaders.has(name));
      const headers = { ...Object.fromEntries(kept), host: url.host };
      const path = url.pathname + url.search;
      const onward = request({
        ...addressPatience,
        host,
        port,
        lookup,
        path,
        headers,
        method: asked.method,
        timeout: timeout_ms,
      });
      onward.once('response', (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        // What is broken off there is broken off here.
        pipeline(reply, answer, () => undefined);
      });
      onward.once('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
      answer.once('close', () => onward.destroy());
      asked.pipe(onward);
    } catch (error) {
      refuse(URL.parse(asked.url ?? '')?.host ?? 'an address', error);
      answer.writeHead(403).end();
    }
  };

  const open = new Set<Duplex>();
  const server = createServer(forward);
  server.maxConnections = mostConnections;
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('connect', (asked, near, head) => tunnel(asked, near as Socket, head));
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done));

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
};
