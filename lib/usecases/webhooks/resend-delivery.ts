import { type Delivery, keptUntil, type WebhookMessage } from '../../domain/webhook/webhook-delivery.ts';
import type { SubjectRef } from '../../domain/webhook/webhook-subject.ts';
import { isProjectSubscription } from '../../domain/webhook/webhook-subscription.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';
import type { WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';
import type { FindDelivery } from './find-delivery.ts';
import { sendMessages, type WebhookLanes } from './webhook-lanes.ts';

export interface ResendDeliveryPorts {
  readonly find: FindDelivery;
  readonly deliveries: Pick<WebhookDeliveryRepository, 'save' | 'isDisabled'>;
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'list'>;
  readonly lanes: WebhookLanes;
  readonly clock: Clock;
}

/** A delivery cannot be sent again now; the message says why, and what to do. */
export class CannotResendError extends Error {
  override readonly name = 'CannotResendError';
}

/** A retry that is so late was lost on its way to the queue. */
const lostAfterMs = 15 * 60 * 1000;

/** Whether its next attempt is due, and may be made at this moment. */
const isUnderWay = ({ state, next_attempt_at }: Delivery, now: Date): boolean => {
  const late = now.getTime() - Date.parse(next_attempt_at ?? '');
  return state === 'retrying' && late >= 0 && late < lostAfterMs;
};

/**
 * Sends a delivery again, with the same id and the same bytes, to the address that its subscription has by now; when
 * that fails, its attempts go on from there. The next attempt of one that waits for it is brought forward.
 * @throws NotFoundError when nothing is kept of it
 * @throws CannotResendError when it is being sent, not wanted, or cannot be made again as it was
 */
export const createResendDelivery = ({ find, deliveries, subscriptions, lanes, clock }: ResendDeliveryPorts) => {
  /** Where a delivery is to be sent by now. @throws CannotResendError when it is not wanted any more */
  const presentUrl = async (ref: SubjectRef, { subscription_id, url }: Delivery): Promise<string> => {
    if (!isProjectSubscription(subscription_id)) {
      if (!(await deliveries.isDisabled(ref, url))) return url;
      throw new CannotResendError('its receiver has answered 410, and gets nothing more about this');
    }
    const subscription = (await subscriptions.list(ref.project_id)).find(({ id }) => id === subscription_id);
    if (!subscription) throw new CannotResendError(`the subscription ${subscription_id} was deleted`);
    if (subscription.state === 'disabled') {
      throw new CannotResendError('nothing is sent there any more: enable the subscription first');
    }
    return subscription.url;
  };

  return async (ref: SubjectRef, key: string): Promise<void> => {
    const { body, ...found } = await find(ref, key);
    if (body === undefined) {
      throw new CannotResendError(
        'it was delivered, and what it was made from has changed or is not kept: read it by the API instead',
      );
    }
    const delivery: Delivery = { ...found, body };
    if (isUnderWay(delivery, clock.now())) {
      throw new CannotResendError(`it is being sent: its next attempt was due at ${delivery.next_attempt_at}`);
    }
    const url = await presentUrl(ref, delivery);
    const now = clock.now();
    const { idempotency_key, identity, trigger, names, subscription_id, attempts } = delivery;
    const one = { idempotency_key, identity, trigger, ...(names && { names }) };
    const message: WebhookMessage = {
      ...ref,
      subscription_id,
      url,
      deliveries: [{ ...one, body: '' }],
      attempt: (attempts.at(-1)?.attempt ?? 0) + 1,
      not_before: now.toISOString(),
      lane: 'slow',
    };
    await deliveries.save({ ...delivery, url, state: 'retrying', next_attempt_at: message.not_before }, keptUntil(now));
    await sendMessages(lanes, [message], now);
  };
};
