import { NotFoundError, ValidationError } from '../../domain/errors.ts';
import { type SubjectRef, subjectRefOf } from '../../domain/webhook/webhook-subject.ts';
import type { WebhookTrigger } from '../../domain/webhook/webhook-triggers.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';
import { testIdentity, testOf } from '../../webhooks/test-event.ts';
import { sendMessages, type WebhookLanes } from './webhook-lanes.ts';
import { deliveryOf, messagesOf } from './webhook-messages.ts';

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
    const { state, triggers } = subscription;
    if (state === 'disabled') throw new ValidationError({ state: ['it is disabled: enable it first'] });
    if (!triggers.includes(trigger)) throw new ValidationError({ trigger: [`it does not subscribe to ${trigger}`] });
    const at = clock.now();
    const test = { ...testOf(project_id, id, testIdentity(trigger, at)), subscription, names };
    await sendMessages(lanes, messagesOf([test], at), at);
    return { ...subjectRefOf(test.subject), idempotency_key: deliveryOf(test).idempotency_key };
  };
