/** A receiver of webhooks as a client would write it: verifies each, answers fast, keeps what it got. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { WebhookEnvelope } from '../domain/webhook/webhook.ts';

export interface ReceivedWebhook {
  readonly received_at: string;
  readonly envelope: WebhookEnvelope;
}

export interface WebhookSink extends AsyncDisposable {
  readonly url: string;
  /** What came with a valid signature, in the order of arrival; what came twice is there once. */
  readonly received: readonly ReceivedWebhook[];
  /** How many requests were refused because their signature did not verify. */
  readonly refused: () => number;
}

/** Listens on loopback for webhooks signed with `secret`, which may be known later: whoever comes before waits for it. */
export const startWebhookSink = async (
  secret: string | Promise<string>,
  onWebhook: (webhook: ReceivedWebhook) => void,
): Promise<WebhookSink> => {
  const received: ReceivedWebhook[] = [];
  const seen = new Set<string>();
  let refused = 0;

  const take = async (request: IncomingMessage): Promise<void> => {
    const verifier = new Webhook(await secret);
    const envelope = WebhookEnvelope.parse(
      verifier.verify(await text(request), request.headers as Record<string, string>),
    );
    if (seen.has(envelope.idempotency_key)) return;
    seen.add(envelope.idempotency_key);
    const webhook = { received_at: new Date().toISOString(), envelope };
    received.push(webhook);
    onWebhook(webhook);
  };

  const server = createServer((request, response) => {
    take(request).then(
      () => response.writeHead(204).end(),
      () => {
        refused += 1;
        response.writeHead(400).end();
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    refused: () => refused,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
