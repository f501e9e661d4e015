import {
  attemptOf,
  type Delivery,
  type DeliveryState,
  queueDelaySeconds,
  retryDelaySeconds,
  verdictOf,
  type WebhookAnswer,
  type WebhookMessage,
} from '../domain/webhook-delivery.ts';
import type { Clock } from '../ports/clock.ts';
import type { Queue } from '../ports/queue.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { WebhookDeliveryRepository } from '../storage/webhook-deliveries.ts';
import { signedHeaders } from '../webhooks/signature.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface DeliverWebhookPorts {
  readonly sender: WebhookSender;
  readonly secretsOf: WebhookSecrets;
  readonly deliveries: Pick<WebhookDeliveryRepository, 'get' | 'save' | 'disable' | 'isDisabled'>;
  readonly queue: Queue;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly chance?: () => number;
}

/** What became of a message: put off until its time, dropped because its delivery is over, or an attempt's result. */
export interface DeliveryOutcome {
  readonly outcome: 'early' | 'over' | DeliveryState;
  readonly answer?: WebhookAnswer;
}

const keptDays = 30;
const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * 24 * 3600 * 1000);
const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

const headersOf = (message: WebhookMessage, at: Date, secrets: readonly string[]) => ({
  'content-type': 'application/json',
  'user-agent': 'meeting-bots-webhooks/1',
  ...signedHeaders(message.idempotency_key, at, message.body, secrets),
});

/**
 * Makes the attempt that a message from the queue is due for, and sees to the next one. When it resolves, all that is
 * to follow is durable, and the message may be acknowledged; when it rejects, the message must come again.
 *
 * A delivery that succeeds at once, as nearly all do, is read and written nowhere. One that does not is kept for 30
 * days with its attempts and its body, so that it can be sent again. A receiver that answers 410 gets no more of the
 * bot's webhooks; first attempts that were in the queue already still reach it.
 */
export const createDeliverWebhook = (ports: DeliverWebhookPorts) => {
  const { sender, secretsOf, deliveries, queue, clock, chance = Math.random } = ports;

  const enqueue = (message: WebhookMessage): Promise<void> =>
    queue.send([{ body: message, delay_seconds: queueDelaySeconds(message, clock.now()) }]);

  const record = async (
    { attempt, not_before, ...delivery }: WebhookMessage,
    past: Delivery | undefined,
    at: Date,
    result: { answer?: WebhookAnswer; state: DeliveryState; next?: WebhookMessage | undefined },
  ): Promise<void> => {
    const { answer, state, next } = result;
    const attempts = [
      // An attempt made again, because its message came twice, replaces what was known of it.
      ...(past?.attempts.filter((made) => made.attempt < attempt) ?? []),
      ...(answer ? [attemptOf(attempt, at, answer)] : []),
    ];
    await deliveries.save(
      { ...delivery, state, attempts, next_attempt_at: next?.not_before ?? null },
      daysAfter(clock.now(), keptDays),
    );
  };

  /** Whether the delivery is over although this message of it is still about. Only asked of retries. */
  const isOver = async (message: WebhookMessage, past: Delivery | undefined): Promise<boolean> => {
    if (past && past.state !== 'retrying') return true;
    if (!(await deliveries.isDisabled(message, message.url))) return false;
    await record(message, past, clock.now(), { state: 'disabled' });
    return true;
  };

  const attempt = async (message: WebhookMessage, at: Date): Promise<WebhookAnswer> => {
    const headers = headersOf(message, at, await secretsOf(message.project_id));
    return sender.send({ url: message.url, headers, body: message.body });
  };

  return async (message: WebhookMessage): Promise<DeliveryOutcome> => {
    const at = clock.now();
    if (Date.parse(message.not_before) > at.getTime()) {
      await enqueue(message);
      return { outcome: 'early' };
    }
    const isRetry = message.attempt > 1;
    const past = isRetry ? await deliveries.get(message, message.idempotency_key) : undefined;
    if (isRetry && (await isOver(message, past))) return { outcome: 'over' };

    const answer = await attempt(message, at);
    const verdict = verdictOf(answer);
    if (verdict === 'delivered') {
      if (isRetry) await record(message, past, at, { answer, state: 'delivered' });
      return { outcome: 'delivered', answer };
    }
    if (verdict === 'gone') {
      await deliveries.disable(message, message.url, at);
      await record(message, past, at, { answer, state: 'disabled' });
      return { outcome: 'disabled', answer };
    }
    const answeredAt = clock.now();
    const delay = retryDelaySeconds(message.attempt, answer, answeredAt, chance());
    if (delay === undefined) {
      await record(message, past, at, { answer, state: 'failed' });
      return { outcome: 'failed', answer };
    }
    const not_before = secondsAfter(answeredAt, delay).toISOString();
    const next = { ...message, attempt: message.attempt + 1, not_before };
    await record(message, past, at, { answer, state: 'retrying', next });
    await enqueue(next);
    return { outcome: 'retrying', answer };
  };
};
