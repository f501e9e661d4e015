import { type Dispatcher, request } from 'undici';
import { ForbiddenAddressError } from '../net/address-guard.ts';
import { type AddressPolicy, checkClientUrl } from '../net/client-url.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';

const keptResponseBytes = 1024;

/** The beginning of a body; the rest is not read. A body that breaks off is as long as it got. */
const beginningOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= keptResponseBytes) break;
    }
  } catch {
    // The status has arrived, and it is what counts.
  }
  // `stream` drops a character that the cut went through.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, keptResponseBytes), { stream: true });
};

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};

const headerOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

interface SenderOptions extends AddressPolicy {
  readonly timeout_ms?: number;
  /** Aborts when the time is up. */
  readonly deadline?: (timeout_ms: number) => AbortSignal;
}

/**
 * Sends webhooks by HTTP over a dispatcher whose connections are guarded (`guardedConnector`). The time is that of the
 * whole exchange, from resolving the name to the last byte that is read.
 */
export const httpWebhookSender = (
  dispatcher: Dispatcher,
  { allow_loopback = false, timeout_ms = 15_000, deadline = AbortSignal.timeout }: SenderOptions = {},
): WebhookSender => ({
  async send({ url, headers, body }) {
    const start = performance.now();
    const duration = () => Math.round(performance.now() - start);
    const signal = deadline(timeout_ms);
    try {
      const refusal = checkClientUrl(url, { allow_loopback });
      if (refusal) throw new ForbiddenAddressError(`the address ${refusal}`);
      const answer = await request(url, { method: 'POST', headers: { ...headers }, body, dispatcher, signal });
      const response = await beginningOf(answer.body);
      const retryAfter = headerOf(answer.headers['retry-after']);
      return {
        status: answer.statusCode,
        duration_ms: duration(),
        response,
        ...(retryAfter !== undefined && { retry_after: retryAfter }),
      };
    } catch (error) {
      const reason = signal.aborted ? `no answer within ${timeout_ms / 1000} s` : reasonOf(error);
      return { status: null, duration_ms: duration(), error: reason };
    }
  },
});
