/**
 * Whether a receiver is the client's: it must send back a token, decoded, within ten seconds.
 * Source: https://learn.microsoft.com/graph/change-notifications-delivery-webhooks#notificationurl-validation
 */
import { randomUUID } from 'node:crypto';
import { isOnThisMachine } from '../../host/pushes.ts';

/** Graph waits ten seconds; here a busy machine has longer. */
const timeoutMs = 30_000;

/** Tokens look like this, with blanks and colons: https://github.com/microsoftgraph/microsoft-graph-docs/issues/21160 */
const newToken = (): string =>
  `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()}`;

export const isReachable = async (address: string): Promise<boolean> => {
  if (!isOnThisMachine(address)) return false;
  const token = newToken();
  const url = new URL(address);
  url.searchParams.set('validationToken', token);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: '',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isPlain = /^text\/plain\b/.test(response.headers.get('content-type') ?? '');
    return response.status === 200 && isPlain && (await response.text()) === token;
  } catch {
    return false;
  }
};
