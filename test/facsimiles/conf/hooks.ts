/** Sends the platform's webhooks. https://developers.zoom.us/docs/api/webhooks/ */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../../lib/ports/clock.ts';
import { type ConfEvent, urlValidation } from './events.ts';
import type { App } from './people.ts';

export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes that were signed. */
  readonly body: string;
}

export interface Delivered extends Delivery {
  /** None when nothing came in time. */
  readonly status?: number;
  readonly answer: string;
}

export interface HookQuirks {
  /** The stamp's unit: seconds in the examples; the maker's own client takes whatever number comes. */
  readonly stampsInMs?: boolean;
}

// The platform waits three seconds, and then tries again up to three times; here a busy machine has longer.
const mostPatienceMs = 30_000;

const Proof = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.strictObject({ plainToken: z.string(), encryptedToken: z.string() }));

export const signed = (secret: string, stamp: string, body: string): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${stamp}:${body}`).digest('hex')}`;

/** What would be sent: tests bend it before they deliver it. */
export const deliveryOf = (app: App, event: ConfEvent, at: Date, { stampsInMs = false }: HookQuirks = {}): Delivery => {
  if (!app.webhook) throw new Error(`${app.client_id} has no webhook`);
  const { url, secret } = app.webhook;
  const body = JSON.stringify(event);
  const stamp = String(stampsInMs ? at.getTime() : Math.floor(at.getTime() / 1000));
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Zoom Marketplace/1.0a',
      clientid: app.client_id,
      'x-zm-request-timestamp': stamp,
      'x-zm-signature': signed(secret, stamp, body),
      'x-zm-trackingid': 'v=2.0;clid=us04;rid=WEB_0123456789abcdef',
    },
  };
};

export const deliver = async (delivery: Delivery): Promise<Delivered> => {
  const { url, headers, body } = delivery;
  const signal = AbortSignal.timeout(mostPatienceMs);
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    return { ...delivery, status: answer.status, answer: await answer.text() };
  } catch (error) {
    return { ...delivery, answer: String(error) };
  }
};

/** Asks an address to prove that it knows the secret, as the platform does when one is entered, and every 72 hours. */
export const validate = async (app: App, plainToken: string, clock: Clock, quirks?: HookQuirks): Promise<boolean> => {
  const at = clock.now();
  const { status, answer } = await deliver(deliveryOf(app, urlValidation(plainToken, at), at, quirks));
  const encryptedToken = createHmac('sha256', app.webhook?.secret ?? '')
    .update(plainToken)
    .digest('hex');
  const proof = Proof.safeParse(answer);
  return status === 200 && proof.data?.plainToken === plainToken && proof.data.encryptedToken === encryptedToken;
};
