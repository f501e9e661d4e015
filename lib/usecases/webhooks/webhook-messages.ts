/** What is told to subscribers, as the messages that carry it. */
import type { Naming } from '../../domain/access/plain-names.ts';
import type { WebhookSubscriptionItem } from '../../domain/bot/settings.ts';
import type { WebhookEvent } from '../../domain/webhook/webhook.ts';
import { messagePortionsOf, type WebhookMessage } from '../../domain/webhook/webhook-delivery.ts';
import { type SubjectRef, subjectRefOf, type WebhookSubject } from '../../domain/webhook/webhook-subject.ts';
import { webhookBody } from '../../webhooks/body.ts';
import { deliveryKey } from '../../webhooks/delivery-key.ts';

export interface Subscription extends WebhookSubscriptionItem {
  /** Stays the same as long as the subscription exists. */
  readonly id: string;
}

/** An event to be told to a subscriber. */
export interface Telling {
  readonly subject: WebhookSubject;
  readonly event: WebhookEvent;
  readonly subscription: Subscription;
  readonly names: Naming;
}

/** What tells a subject from all others. */
export const keyOfSubject = ({ project_id, subject_id }: SubjectRef): string => `${project_id} ${subject_id}`;

/** What carries an event to a subscriber. */
export const deliveryOf = ({ subject, event, subscription: { id, url }, names }: Telling) => {
  const { identity, trigger } = event;
  const idempotency_key = deliveryKey(subject.project_id, subject.id, identity, id, url);
  const body = webhookBody(subject, event, idempotency_key, names);
  return { idempotency_key, identity, trigger, body, ...(names === 'plain' && { names }) };
};

/** The messages that carry what is to be told, with everything about one subject for one subscriber together. */
export const messagesOf = (tellings: readonly Telling[], at: Date): WebhookMessage[] => {
  const groups = Map.groupBy(tellings, ({ subject, subscription: { id, url } }) =>
    JSON.stringify([keyOfSubject(subjectRefOf(subject)), id, url]),
  );
  return [...groups.values()].flatMap((group) => {
    const [{ subject, subscription }] = group as [Telling];
    const deliveries = new Map(group.map(deliveryOf).map((delivery) => [delivery.idempotency_key, delivery]));
    return messagePortionsOf([...deliveries.values()]).map(
      (portion): WebhookMessage => ({
        ...subjectRefOf(subject),
        subscription_id: subscription.id,
        url: subscription.url,
        deliveries: portion,
        attempt: 1,
        not_before: at.toISOString(),
        lane: 'prompt',
      }),
    );
  });
};
