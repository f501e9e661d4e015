/** What is sent and answered about webhooks. */
import * as z from 'zod';
import { idOf } from '../../../domain/ids.ts';
import { deliveryStates } from '../../../domain/webhook/webhook-delivery.ts';
import { webhookTriggers } from '../../../domain/webhook/webhook-triggers.ts';

const Triggers = z.array(z.enum(webhookTriggers)).min(1);
const Url = z.string().min(1).max(2048);
export const CreateSubscriptionBody = z.strictObject({ url: Url, triggers: Triggers });
/** What is left out stays as it is. */
export const UpdateSubscriptionBody = z.strictObject({
  url: Url.exactOptional(),
  triggers: Triggers.exactOptional(),
});
export const TestBody = z.strictObject({ trigger: z.enum(webhookTriggers) });
/** Where to look for what became of a test. */
export const TestSentBody = z.object({ subject_id: z.string(), idempotency_key: z.string() });
export const SubscriptionBody = z.object({
  id: z.string(),
  url: z.string(),
  triggers: Triggers,
  state: z.enum(['enabled', 'disabled']),
  disabled_reason: z.string().nullable(),
  /** 2 while it changes over from one to another. */
  valid_secrets: z.int(),
  /** Until when the one before signs as well; null when only one signs. */
  former_secret_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
/** The secret is shown this once. */
export const NewSubscriptionBody = SubscriptionBody.extend({ webhook_secret: z.string() });

/** What was told of: a bot, an app session, a calendar, a connection. */
const Subject = z.string().regex(/^(bot|app|cal|con)_[0-9A-Z]{26}$/);
/** By its time, and the id of the delivery. */
const DeliveryPosition = z.string().regex(/^\d{4}-\d\d-\d\dT[\d:.]+Z#[0-9a-f-]{36}$/);
export const ListDeliveriesQuery = z.strictObject({
  about: Subject.optional(),
  state: z.enum(deliveryStates).optional(),
  subscription_id: idOf('webhook_subscription').optional(),
  /** `next` of the page before. */
  before: DeliveryPosition.optional(),
});
export const DeliveryRef = z.strictObject({ about: Subject, idempotency_key: z.uuid() });
export const DeliveryBody = z.object({
  idempotency_key: z.string(),
  subject_id: z.string(),
  subscription_id: z.string(),
  url: z.string(),
  trigger: z.enum(webhookTriggers),
  state: z.enum(deliveryStates),
  attempts: z.array(
    z.object({
      attempt: z.int(),
      at: z.iso.datetime(),
      status: z.int().nullable(),
      duration_ms: z.number(),
      response: z.string().exactOptional(),
      error: z.string().exactOptional(),
    }),
  ),
  next_attempt_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});
export const DeliveryPageBody = z.object({
  results: z.array(DeliveryBody),
  /** `before` of the next page; null on the last one. */
  next: DeliveryPosition.nullable(),
});
/** What was sent, without signatures; the body is null when it is kept no more. */
export const DeliveryInFullBody = DeliveryBody.extend({
  request: z.object({ headers: z.record(z.string(), z.string()), body: z.string().nullable() }),
});
