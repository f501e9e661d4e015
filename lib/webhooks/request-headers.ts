/** The headers of a webhook, as they are sent and as they are shown afterwards. */
import type { OneDelivery } from '../domain/webhook/webhook-delivery.ts';
import { plainSignature, signedHeaders } from './signature.ts';

type Told = Pick<OneDelivery, 'idempotency_key' | 'names'>;

const usual = { 'content-type': 'application/json', 'user-agent': 'meeting-bots-webhooks/1' } as const;

/** Those of an attempt, made at a moment. */
export const requestHeaders = (
  { idempotency_key, names, body }: Told & Pick<OneDelivery, 'body'>,
  at: Date,
  secrets: readonly string[],
): Readonly<Record<string, string>> => ({
  ...usual,
  ...signedHeaders(idempotency_key, at, body, secrets),
  ...(names === 'plain' && plainSignature(body, secrets)),
});

/** Those of an attempt that was made: signatures are not kept, and are left out. */
export const shownHeaders = ({ idempotency_key, names }: Told, at: Date): Readonly<Record<string, string>> => ({
  ...usual,
  ...signedHeaders(idempotency_key, at, '', []),
  'webhook-signature': 'v1,…',
  ...(names === 'plain' && { 'x-webhook-signature': '…' }),
});
