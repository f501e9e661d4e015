import type { WebhookAnswer } from '../domain/webhook/webhook-delivery.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Carries a webhook to a client's server. */
export interface WebhookSender {
  /** POSTs once, in at most 15 s, without following redirects. Never throws: no answer is an answer too. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}
