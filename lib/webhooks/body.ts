import type { Bot } from '../domain/bot/bot.ts';
import type { WebhookEnvelope, WebhookEvent } from '../domain/webhook/webhook.ts';

/**
 * The bytes of a webhook: the same for the same event of the same bot, as long as the bot's metadata stays as it is.
 * SQS takes no U+FFFE and U+FFFF, not even inside a string; JSON may write any character as an escape.
 */
export const webhookBody = (
  { id, metadata }: Pick<Bot, 'id' | 'metadata'>,
  { trigger, data }: WebhookEvent,
  idempotency_key: string,
): string => {
  const envelope: WebhookEnvelope = { idempotency_key, bot_id: id, bot_metadata: metadata, trigger, data };
  return JSON.stringify(envelope).replace(
    /[\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
};
