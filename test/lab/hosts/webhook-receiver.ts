import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { lookForSecrets } from '../secrets.ts';
import { bodyOf } from './request-body.ts';

export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  /** Ends in the port: append a path. */
  readonly url: string;
  readonly received: readonly Received[];
}

/** A client's server on this machine that keeps what it gets and answers as told; over TLS when given a certificate. */
export const aWebhookReceiver = async (
  answer: (response: ServerResponse, received: Received, count: number) => void = (response) => response.end(),
  tls?: { readonly key: string; readonly cert: string },
): Promise<WebhookReceiver> => {
  const received: Received[] = [];
  const listener: RequestListener = async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const body = await bodyOf(request);
    if (!body) return;
    const one = { method: request.method, path: request.url, headers, body: body.toString() };
    lookForSecrets('what a client is sent', one.body);
    received.push(one);
    answer(response, one, received.length);
  };
  const server = tls ? createHttpsServer(tls, listener) : createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${tls ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
