import type { WebhookMessage } from '../../lib/domain/webhook-delivery.ts';

/** A first attempt that is due. */
export const aWebhookMessage = (details: Partial<WebhookMessage> = {}): WebhookMessage => ({
  idempotency_key: '0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a11',
  project_id: 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS',
  bot_id: 'bot_01KJNWKZ00ABCDEFGHJKMNPQRS',
  trigger: 'bot.state_change',
  url: 'https://hooks.example.com/bots',
  body: '{"idempotency_key":"0b3e3c52-6f5c-5d6e-9a51-2f5d1f7f0a11","data":{"name":"Zoë"}}',
  attempt: 1,
  not_before: '2026-03-02T09:00:00.000Z',
  ...details,
});
