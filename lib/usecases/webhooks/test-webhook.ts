import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import { type SubjectRef, subjectRefOf } from '../../domain/webhook/webhook-subject.ts';
import type { WebhookTrigger } from '../../domain/webhook/webhook-triggers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';
import { webhookBody } from '../../webhooks/body.ts';
import { deliveryKey } from '../../webhooks/delivery-key.ts';
import { testIdentity, testOf } from '../../webhooks/test-event.ts';
import { sendMessages, type WebhookLanes } from './webhook-lanes.ts';

export interface TestWebhookPorts {
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'load'>;
  readonly lanes: WebhookLanes;
  readonly clock: Clock;
}

/** Where to look for what became of a test. */
export interface TestSent extends SubjectRef {
  readonly idempotency_key: string;
}

/**
 * Sends a test event to a subscription, on the very way of all others: signed with its secret, in the project's names,
 * behind the guard of addresses. It is tried once.
 * @throws NotFoundError for a subscription that there is not
 * @throws ValidationError for one that is disabled, or does not subscribe to the trigger
 */
export const createTestWebhook =
  ({ subscriptions, lanes, clock }: TestWebhookPorts) =>
  async (project_id: string, id: string, trigger: WebhookTrigger): Promise<TestSent> => {
    const { subscriptions: all, names } = await subscriptions.load(project_id);
    const subscription = all.find((one) => one.id === id);
    if (!subscription) throw new NotFoundError(`subscription in this project: ${id}`);
    const { url, state, triggers } = subscription;
    if (state === 'disabled') throw new ValidationError({ state: ['it is disabled: enable it first'] });
    if (!triggers.includes(trigger)) throw new ValidationError({ trigger: [`it does not subscribe to ${trigger}`] });
    const at = clock.now();
    const identity = testIdentity(trigger, at);
    const { subject, event } = testOf(project_id, id, identity);
    const idempotency_key = deliveryKey(project_id, subject.id, identity, id, url);
    const body = webhookBody(subject, event, idempotency_key, names);
    const delivery = { idempotency_key, identity, trigger, body, ...(names === 'plain' && { names }) };
    const ref = subjectRefOf(subject);
    await sendMessages(
      lanes,
      [
        {
          ...ref,
          subscription_id: id,
          url,
          deliveries: [delivery],
          attempt: 1,
          not_before: at.toISOString(),
          lane: 'prompt',
        },
      ],
      at,
    );
    return { ...ref, idempotency_key };
  };
