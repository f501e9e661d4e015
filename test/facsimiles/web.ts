/** The part that all imitated HTTP services share: a server on this machine that keeps what it is asked and answers what it is told. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepAliveMs } from '../../lib/net/serving/keep-alive.ts';
import { bodyOf } from '../lab/hosts/request-body.ts';

/** One request, as it came in. */
export interface Asked {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes and strings go out as they are, everything else as JSON. */
  readonly body?: unknown;
}

/** What a network does beside answering: the connection is cut before an answer, or nothing comes at all. */
export type Trouble = 'cut' | 'silence';
/** What comes instead of the next answer, whatever is asked. */
export type Fault = Answer | Trouble;

export interface WebServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
  readonly asked: readonly Asked[];
  /** The next requests get these instead of an answer, one each. */
  fail(...faults: readonly Fault[]): void;
}

const bytesOf = ({ body }: Answer): { bytes: string | Uint8Array; type: string } => {
  if (body === undefined) return { bytes: '', type: 'text/plain' };
  if (typeof body === 'string') return { bytes: body, type: 'text/plain; charset=utf-8' };
  if (body instanceof Uint8Array) return { bytes: body, type: 'application/octet-stream' };
  return { bytes: JSON.stringify(body), type: 'application/json' };
};

/** Serves on a loopback port until disposed of. */
export const aWebServer = async (answer: (asked: Asked) => Answer | Promise<Answer>): Promise<WebServer> => {
  const asked: Asked[] = [];
  const faults: Fault[] = [];
  const server = createServer({ keepAliveTimeout: keepAliveMs }, async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const body = await bodyOf(request);
    if (!body) return;
    const one: Asked = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body,
    };
    asked.push(one);
    const outcome = faults.shift() ?? (await answer(one));
    if (outcome === 'silence') return;
    if (outcome === 'cut') return void request.socket.destroy();
    const { bytes, type } = bytesOf(outcome);
    response.writeHead(outcome.status, { 'content-type': type, ...outcome.headers }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail: (...more) => void faults.push(...more),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
