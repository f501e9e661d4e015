import type { Dispatcher } from 'undici';
import { ForbiddenAddressError, isAboutName } from '../net/address-guard.ts';
import { type AddressPolicy, checkClientUrl, notPublicName } from '../net/client-url.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { BoundedMap } from '../process/bounded.ts';
import { log } from '../process/log.ts';
import { messageOf } from '../process/message-of.ts';
import { recent } from '../process/recent.ts';
import { type Deadline, deadlineByTimer, exchange } from './exchange.ts';

const keptResponseBytes = 1024;
const mostAddresses = 1000;

/** `stream` drops a character that the cut went through. */
const beginningOf = (body: Buffer): string =>
  body.length === 0 ? '' : new TextDecoder().decode(body.subarray(0, keptResponseBytes), { stream: true });

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  return isAboutName(error) ? `the address ${notPublicName}` : messageOf(error);
};

/** A host that is tried again and again is told of once in so long: clients write what they like. */
const notedForMs = 3_600_000;

/** Where a name leads, or why that is not known, is told to the operator alone. */
const createNote = (now: () => number) => {
  const noted = new BoundedMap<string, number>(mostAddresses);
  return (url: string, error: unknown): void => {
    const host = new URL(url).hostname;
    if (!isAboutName(error) || now() - (noted.get(host) ?? Number.NEGATIVE_INFINITY) < notedForMs) return;
    noted.set(host, now());
    const leads_to = error instanceof ForbiddenAddressError ? error.leads_to : undefined;
    log.warn('a webhook is not sent there', { host, reason: messageOf(error), ...(leads_to && { leads_to }) });
  };
};

interface SenderOptions extends AddressPolicy {
  readonly timeout_ms?: number;
  readonly deadline?: Deadline;
  readonly now?: () => number;
}

/** @throws Error for an address that can be seen to lead elsewhere, which is no secret of ours */
const targetOf = (url: string, policy: AddressPolicy) => {
  const refusal = checkClientUrl(url, policy);
  if (refusal) throw new Error(`the address ${refusal}`);
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
};

/**
 * Sends webhooks by HTTP over a dispatcher whose connections are guarded (`guardedConnector`). The time is that of the
 * whole exchange, from resolving the name to the last byte that is read.
 */
export const httpWebhookSender = (
  dispatcher: Dispatcher,
  { allow_loopback = false, timeout_ms = 15_000, deadline = deadlineByTimer, now = Date.now }: SenderOptions = {},
): WebhookSender => {
  const known = recent(mostAddresses, (url) => targetOf(url, { allow_loopback }));
  const note = createNote(now);
  const options = { timeout_ms, deadline, most_body_bytes: keptResponseBytes };
  return {
    async send({ url, headers, body }) {
      const start = performance.now();
      const duration = () => Math.round(performance.now() - start);
      try {
        const request = { ...known(url), headers, body };
        const { status, retry_after, body: answer } = await exchange(dispatcher, request, options);
        return {
          status,
          duration_ms: duration(),
          response: beginningOf(answer),
          ...(retry_after !== undefined && { retry_after }),
        };
      } catch (error) {
        note(url, error);
        return { status: null, duration_ms: duration(), error: reasonOf(error) };
      }
    },
  };
};
