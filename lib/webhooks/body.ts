import { inPlainWords, type Naming } from '../domain/access/plain-names.ts';
import type { WebhookEvent } from '../domain/webhook/webhook.ts';
import { envelopeMembers, type WebhookSubject } from '../domain/webhook/webhook-subject.ts';

/** The envelope's own members; what is told, and what clients keep with us, has no names of ours in it. */
const namedIn = (names: Naming, envelope: Readonly<Record<string, unknown>>, data: unknown): object => {
  if (names === 'neutral') return { ...envelope, data };
  const { trigger, ...members } = envelope;
  const renamed = Object.entries(members).map(([name, member]) => [inPlainWords(name), member]);
  return { ...Object.fromEntries(renamed), trigger: inPlainWords(String(trigger)), data };
};

/**
 * The bytes of a webhook: the same for the same event of the same subject, as long as the subject's metadata stays as it is.
 * SQS takes no U+FFFE and U+FFFF, not even inside a string; JSON may write any character as an escape.
 */
export const webhookBody = (
  subject: WebhookSubject,
  { trigger, data }: WebhookEvent,
  idempotency_key: string,
  names: Naming = 'neutral',
): string => {
  const envelope = namedIn(names, { idempotency_key, ...envelopeMembers(subject), trigger }, data);
  return JSON.stringify(envelope).replace(
    /[\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
};
