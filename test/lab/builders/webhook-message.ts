import type { WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';

/** One delivery of a message. */
export const aDelivery = (details: Partial<WebhookMessage['deliveries'][number]> = {}) => ({
  idempotency_key: '0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a11',
  identity: 'event#1',
  trigger: 'bot.state_change' as const,
  body: '{"idempotency_key":"0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a11","data":{"name":"Zoë"}}',
  ...details,
});

/** The first attempt of one delivery to a bot's own subscription, and due. */
export const aWebhookMessage = (details: Partial<WebhookMessage> = {}): WebhookMessage => ({
  project_id: 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS',
  subject_id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRS',
  subscription_id: 'webhooks.0',
  url: 'https://hooks.example.com/bots',
  deliveries: [aDelivery()],
  attempt: 1,
  not_before: '2026-03-02T09:00:00.000Z',
  lane: 'prompt',
  ...details,
});
