/** One attempt of a delivery, and what follows it: what is kept, and the next attempt. */
import {
  attemptOf,
  type Delivery,
  type DeliveryState,
  keptUntil,
  type OneDelivery,
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

export interface AttemptDeliveryPorts {
  readonly sender: WebhookSender;
  readonly deliveries: Pick<WebhookDeliveryRepository, 'save' | 'saveAfter' | 'disable'>;
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'change' | 'list'>;
  readonly slowServers: Pick<SlowServers, 'watch'>;
  readonly lanes: WebhookLanes;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly chance?: () => number;
}

/** An attempt that was made: when, and how it was answered. */
export interface Made {
  readonly delivery: OneDelivery;
  readonly at: Date;
  readonly answer: WebhookAnswer;
}

const secondsAfter = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

/** What one attempt takes. Each part is durable when its promise resolves, and may be done again. */
export const createAttemptDelivery = (ports: AttemptDeliveryPorts) => {
  const { sender, deliveries, subscriptions, slowServers, lanes, clock, chance = Math.random } = ports;

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

  return { enqueue, attempt, record, follow, goOn, subscriptionOf };
};
