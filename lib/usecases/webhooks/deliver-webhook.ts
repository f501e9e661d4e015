import { createHash } from 'node:crypto';
import { isOfCaptured } from '../../domain/webhook/webhook.ts';
import {
  attemptOf,
  type Delivery,
  type DeliveryState,
  type DoneDelivery,
  isOfKept,
  keptUntil,
  type OneDelivery,
  originOf,
  retryDelaySeconds,
  verdictOf,
  type WebhookAnswer,
  type WebhookMessage,
} from '../../domain/webhook/webhook-delivery.ts';
import { disabledBy, isProjectSubscription } from '../../domain/webhook/webhook-subscription.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';
import type { WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';
import { requestHeaders } from '../../webhooks/request-headers.ts';
import { isTest } from '../../webhooks/test-event.ts';
import type { SlowServers } from './slow-servers.ts';
import { sendMessages, type WebhookLanes } from './webhook-lanes.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface DeliverWebhookPorts {
  readonly sender: WebhookSender;
  readonly secretsOf: WebhookSecrets;
  readonly deliveries: Pick<
    WebhookDeliveryRepository,
    'get' | 'save' | 'saveAfter' | 'saveDone' | 'doneBefore' | 'disable' | 'isDisabled' | 'isForgotten'
  >;
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'change' | 'list'>;
  readonly slowServers: SlowServers;
  readonly lanes: WebhookLanes;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly chance?: () => number;
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

/** An attempt that was made: when, and how it was answered. */
interface Made {
  readonly delivery: OneDelivery;
  readonly at: Date;
  readonly answer: WebhookAnswer;
}

/** So long after it was queued a message is taken as it is: whoever queued it knew that what it tells was still there. */
const freshMs = 10_000;

const outcomesOf = (those: readonly OneDelivery[], outcome: DeliveryOutcome['outcome']): DeliveryOutcome[] =>
  those.map(({ idempotency_key }) => ({ idempotency_key, outcome }));

const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

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
  const { sender, secretsOf, deliveries, subscriptions, slowServers, lanes, clock, chance = Math.random } = ports;

  const enqueue = (message: WebhookMessage): Promise<void> => sendMessages(lanes, [message], clock.now());

  /** Answers false when what is told was deleted meanwhile, or somebody else has seen to the delivery. */
  const record = async (
    message: WebhookMessage,
    delivery: OneDelivery,
    past: Delivery | undefined,
    result: { made?: Made; state: DeliveryState; next?: string },
  ): Promise<boolean> => {
    const { attempt, not_before, lane, deliveries: together, ...subscriber } = message;
    const { made, state, next = null } = result;
    const attempts = [...(past?.attempts ?? []), ...(made ? [attemptOf(attempt, made.at, made.answer)] : [])];
    const created_at = past?.created_at ?? (made?.at ?? clock.now()).toISOString();
    const known = { ...subscriber, ...delivery, state, attempts, next_attempt_at: next, created_at };
    const until = keptUntil(clock.now());
    // Whoever else saw it fail: it is delivered.
    return state === 'delivered' ? deliveries.save(known, until) : deliveries.saveAfter(past, known, until);
  };

  /** The next attempt comes so that nobody waits for it here, and takes its body from what is kept. */
  const enqueueNext = (message: WebhookMessage, delivery: OneDelivery, not_before: string): Promise<void> =>
    enqueue({
      ...message,
      deliveries: [{ ...delivery, body: '' }],
      attempt: message.attempt + 1,
      not_before,
      lane: 'slow',
    });

  /**
   * An attempt is kept already: its message came twice. If it was made by this very message, that may have come again because
   * the next one could not be queued.
   */
  const goOn = async (message: WebhookMessage, delivery: OneDelivery, past: Delivery): Promise<'over'> => {
    const last = past.attempts.at(-1);
    const isItsOwn = last?.attempt === message.attempt && Date.parse(last.at) >= Date.parse(message.not_before);
    if (isItsOwn && past.next_attempt_at !== null) await enqueueNext(message, delivery, past.next_attempt_at);
    return 'over';
  };

  /** A project's subscription as it is now; undefined when it was deleted, and for one of a bot's own. */
  const subscriptionOf = async ({ project_id, subscription_id }: WebhookMessage) =>
    isProjectSubscription(subscription_id)
      ? (await subscriptions.list(project_id)).find(({ id }) => id === subscription_id)
      : undefined;

  const disable = async ({ project_id, subject_id, subscription_id, url }: WebhookMessage): Promise<void> => {
    if (!isProjectSubscription(subscription_id)) {
      return deliveries.disable({ project_id, subject_id }, url, clock.now());
    }
    // An answer from an address that it had before says nothing about the one that it has now.
    const concerns = (it: { id: string; url: string; state: string }) =>
      it.id === subscription_id && it.url === url && it.state === 'enabled';
    await subscriptions.change(project_id, (now) =>
      now.some(concerns)
        ? now.map((it) => (concerns(it) ? disabledBy(it, 'the receiver answered 410 Gone') : it))
        : now,
    );
  };

  const attempt = async (message: WebhookMessage, delivery: OneDelivery, secrets: readonly string[]): Promise<Made> => {
    const at = clock.now();
    const { url } = message;
    const request = { url, headers: requestHeaders(delivery, at, secrets), body: delivery.body };
    return { delivery, at, answer: await slowServers.watch(message, () => sender.send(request)) };
  };

  /** Sees to what follows an attempt that did not succeed. */
  const follow = async (
    message: WebhookMessage,
    made: Made,
    past: Delivery | undefined,
  ): Promise<DeliveryState | 'over'> => {
    const { delivery, answer } = made;
    const keep = async (state: DeliveryState, next?: string): Promise<DeliveryState | 'over'> =>
      (await record(message, delivery, past, { made, state, ...(next && { next }) })) ? state : 'over';
    if (verdictOf(answer) === 'gone') {
      await disable(message);
      return keep('disabled');
    }
    const answeredAt = clock.now();
    // Whoever tries a receiver looks at once, and tries again when it is mended.
    const delay = isTest(delivery.identity)
      ? undefined
      : retryDelaySeconds(message.attempt, answer, answeredAt, chance());
    if (delay === undefined) return keep('failed');
    const next = secondsAfter(answeredAt, delay).toISOString();
    const state = await keep('retrying', next);
    if (state === 'retrying') await enqueueNext(message, delivery, next);
    return state;
  };

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
