import type { WebhookEvent } from '../domain/webhook/webhook.ts';
import { envelopeMembers, type WebhookSubject } from '../domain/webhook/webhook-subject.ts';

/**
 * The bytes of a webhook: the same for the same event of the same subject, as long as the subject's metadata stays as it is.
 * SQS takes no U+FFFE and U+FFFF, not even inside a string; JSON may write any character as an escape.
 */
export const webhookBody = (
  subject: WebhookSubject,
  { trigger, data }: WebhookEvent,
  idempotency_key: string,
): string => {
  const envelope = { idempotency_key, ...envelopeMembers(subject), trigger, data };
  return JSON.stringify(envelope).replace(
    /[\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
};
