import { createHash } from 'node:crypto';
import { isOfCaptured } from '../../domain/webhook/webhook.ts';
import {
  attemptOf,
  type DeliveryState,
  type DoneDelivery,
  isOfKept,
  keptUntil,
  type OneDelivery,
  originOf,
  verdictOf,
  type WebhookAnswer,
  type WebhookMessage,
} from '../../domain/webhook/webhook-delivery.ts';
import type { WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';
import { type AttemptDeliveryPorts, createAttemptDelivery, type Made } from './attempt-delivery.ts';
import type { SlowServers } from './slow-servers.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface DeliverWebhookPorts extends AttemptDeliveryPorts {
  readonly secretsOf: WebhookSecrets;
  readonly deliveries: Pick<
    WebhookDeliveryRepository,
    'get' | 'save' | 'saveAfter' | 'saveDone' | 'doneBefore' | 'disable' | 'isDisabled' | 'isForgotten'
  >;
  readonly slowServers: SlowServers;
}

/**
 * What became of a delivery: put off until its time, put into the slow lane, dropped because it is over or nobody wants
 * it any more, or an attempt's result.
 */
export interface DeliveryOutcome {
  readonly idempotency_key: string;
  readonly outcome: 'early' | 'aside' | 'over' | DeliveryState;
  readonly answer?: WebhookAnswer;
}

/** So long after it was queued a message is taken as it is: whoever queued it knew that what it tells was still there. */
const freshMs = 10_000;

const outcomesOf = (those: readonly OneDelivery[], outcome: DeliveryOutcome['outcome']): DeliveryOutcome[] =>
  those.map(({ idempotency_key }) => ({ idempotency_key, outcome }));

const doneOf = (message: WebhookMessage, { delivery, at, answer }: Made): DoneDelivery => {
  const { project_id, subject_id, subscription_id, url, attempt } = message;
  const { body, ...rest } = delivery;
  const body_sha256 = createHash('sha256').update(body).digest('base64url');
  return {
    project_id,
    subject_id,
    subscription_id,
    url,
    ...rest,
    body_sha256,
    attempt: attemptOf(attempt, at, answer),
  };
};

/**
 * Makes the attempts that a message from the queue is due for, side by side, and sees to the next ones. When it
 * resolves, all that is to follow is durable, and the message may be acknowledged; when it rejects, the message must
 * come again.
 *
 * Everything is kept for 30 days: deliveries that succeed at once, as nearly all do, in a write for many
 * and without their bodies; every other one with its attempts and its body, so that it can be sent again. A receiver
 * that answers 410 gets no more of the subject's webhooks, or of the project's if it is the project that subscribed.
 */
export const createDeliverWebhook = (ports: DeliverWebhookPorts) => {
  const { secretsOf, deliveries, slowServers, clock } = ports;
  const { enqueue, attempt, record, follow, goOn, subscriptionOf } = createAttemptDelivery(ports);

  /** Of deliveries that have waited, those that tell nothing which was deleted meanwhile. */
  const stillToTell = async (message: WebhookMessage): Promise<OneDelivery[]> => {
    const isFresh = clock.now().getTime() - Date.parse(message.not_before) < freshMs;
    const isOver = !isFresh && message.deliveries.some(isOfCaptured) && (await deliveries.isForgotten(message));
    return isOver ? message.deliveries.filter((delivery) => !isOfCaptured(delivery)) : message.deliveries;
  };

  /** What of a message was delivered when it came before, as where the next attempt of another one could not be queued. */
  const deliveredBefore = async (message: WebhookMessage): Promise<Map<string, DoneDelivery>> => {
    const keys = message.deliveries.map(({ idempotency_key }) => idempotency_key);
    return new Map((await deliveries.doneBefore(message, keys)).map((done) => [done.idempotency_key, done]));
  };

  /** The first attempts of deliveries that came together. */
  const first = async (message: WebhookMessage, secrets: readonly string[]): Promise<DeliveryOutcome[]> => {
    const told = await stillToTell(message);
    const dropped = message.deliveries.filter((delivery) => !told.includes(delivery));
    const made = await Promise.all(told.map((delivery) => attempt(message, delivery, secrets)));
    const delivered = made.filter(({ answer }) => verdictOf(answer) === 'delivered');
    const before = delivered.length === made.length ? new Map() : await deliveredBefore(message);
    for (const { delivery } of delivered) before.delete(delivery.idempotency_key);
    const done = [...delivered.map((it) => doneOf(message, it)), ...before.values()];
    await deliveries.saveDone(done, keptUntil(clock.now()));
    const outcomes = await Promise.all(
      made.map(async (it): Promise<DeliveryOutcome> => {
        const { idempotency_key } = it.delivery;
        if (verdictOf(it.answer) === 'delivered') return { idempotency_key, outcome: 'delivered', answer: it.answer };
        if (before.has(idempotency_key)) return { idempotency_key, outcome: 'over', answer: it.answer };
        const past = await deliveries.get(message, idempotency_key);
        const outcome = past ? await goOn(message, it.delivery, past) : await follow(message, it, undefined);
        return { idempotency_key, outcome, answer: it.answer };
      }),
    );
    return [...outcomes, ...outcomesOf(dropped, 'over')];
  };

  /** What has waited goes to the address that its subscription has by now. */
  const addressed = async (message: WebhookMessage): Promise<WebhookMessage> => ({
    ...message,
    url: (await subscriptionOf(message))?.url ?? message.url,
  });

  /** A later attempt, unless the delivery is over although this message of it is still about. */
  const again = async (
    message: WebhookMessage,
    waiting: OneDelivery,
    secrets: readonly string[],
  ): Promise<DeliveryOutcome> => {
    const { idempotency_key } = waiting;
    const over: DeliveryOutcome = { idempotency_key, outcome: 'over' };
    const past = await deliveries.get(message, idempotency_key);
    // What is no longer kept was deleted with its subject's data.
    if (past?.state !== 'retrying') return over;
    if (past.attempts.some((earlier) => earlier.attempt >= message.attempt)) {
      await goOn(message, waiting, past);
      return over;
    }
    const delivery = { ...waiting, body: past.body };
    if (secrets.length === 0 || (await deliveries.isDisabled(message, message.url))) {
      await record(message, delivery, past, { state: 'disabled' });
      return over;
    }
    const made = await attempt(message, delivery, secrets);
    if (verdictOf(made.answer) !== 'delivered') {
      return { idempotency_key, outcome: await follow(message, made, past), answer: made.answer };
    }
    await record(message, delivery, past, { made, state: 'delivered' });
    return { idempotency_key, outcome: 'delivered', answer: made.answer };
  };

  /** First attempts that came too late for a subscription are kept for whoever enables it again. */
  const unwanted = async (message: WebhookMessage): Promise<DeliveryOutcome[]> => {
    if (!(await subscriptionOf(message))) return outcomesOf(message.deliveries, 'over');
    // They may have come before, when one of them was answered with 410 and others were delivered.
    const before = await deliveredBefore(message);
    return Promise.all(
      message.deliveries.map(async (it): Promise<DeliveryOutcome> => {
        const { idempotency_key } = it;
        const isKept = !before.has(idempotency_key) && (await record(message, it, undefined, { state: 'disabled' }));
        return { idempotency_key, outcome: isKept ? 'disabled' : 'over' };
      }),
    );
  };

  return async (message: WebhookMessage): Promise<DeliveryOutcome[]> => {
    if (Date.parse(message.not_before) > clock.now().getTime()) {
      await enqueue(message);
      return outcomesOf(message.deliveries, 'early');
    }
    if (message.lane === 'prompt' && slowServers.isSlow(message.project_id, originOf(message.url))) {
      await enqueue({ ...message, lane: 'slow' });
      return outcomesOf(message.deliveries, 'aside');
    }
    const secrets = await secretsOf(message.project_id, message.subscription_id);
    if (isOfKept(message)) {
      const now = await addressed(message);
      return Promise.all(message.deliveries.map((delivery) => again(now, delivery, secrets)));
    }
    return secrets.length === 0 ? unwanted(message) : first(message, secrets);
  };
};
