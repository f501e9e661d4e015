/** What is sent and answered to the dashboard alone. */
import * as z from 'zod';
import { roles } from '../../domain/access/roles.ts';
import { keyedProviderNames } from '../../domain/transcription/provider-names.ts';
import { deliveryStates } from '../../domain/webhook/webhook-delivery.ts';
import { webhookTriggers } from '../../domain/webhook/webhook-triggers.ts';

const Name = z.string().trim().min(1).max(100);

export const SignInBody = z.strictObject({ ticket: z.string().min(1).max(255) });

export const SessionBody = z.object({
  name: z.string(),
  role: z.enum(roles),
  until: z.iso.datetime(),
  project: z.object({ id: z.string(), name: z.string() }),
  /** The hosts of meetings that the operator lists, by which links are told before they are sent. */
  meeting_hosts: z.object({
    jitsi: z.array(z.string()),
    galene: z.array(z.string()),
    livekit: z.array(z.string()),
    demo_room: z.array(z.string()),
  }),
});

export const InviteBody = z.strictObject({ name: Name, role: z.enum(roles) });
/** The path of a link that signs in once: shown this once. */
export const InvitationBody = z.object({ path: z.string() });

export const CreateApiKeyBody = z.strictObject({ name: Name });
export const ApiKeyBody = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
});
/** The key itself is shown this once. */
export const NewApiKeyBody = ApiKeyBody.extend({ api_key: z.string() });

const Provider = z.enum(keyedProviderNames as [(typeof keyedProviderNames)[number]]);
export const SetProviderKeyBody = z.strictObject({ provider: Provider, key: z.string().max(1000) });
export const ProviderQuery = z.strictObject({ provider: Provider });
/** A provider that takes a key, and since when there is one: nothing of the key. */
export const ProviderKeyBody = z.object({
  provider: Provider,
  maker: z.string(),
  entered_at: z.iso.datetime().nullable(),
});

const Triggers = z.array(z.enum(webhookTriggers)).min(1);
export const CreateSubscriptionBody = z.strictObject({ url: z.string().min(1).max(2048), triggers: Triggers });
export const SubscriptionBody = z.object({
  id: z.string(),
  url: z.string(),
  triggers: Triggers,
  state: z.enum(['enabled', 'disabled']),
  disabled_reason: z.string().nullable(),
  /** 2 while it changes over from one to another. */
  valid_secrets: z.int(),
  created_at: z.iso.datetime(),
});
/** The secret is shown this once. */
export const NewSubscriptionBody = SubscriptionBody.extend({ webhook_secret: z.string() });

/** What was told of: a bot, an app session, a calendar, a connection. */
const Subject = z.string().regex(/^(bot|app|cal|con)_[0-9A-Z]{26}$/);
export const ListDeliveriesQuery = z.strictObject({
  about: Subject.optional(),
  state: z.enum(deliveryStates).optional(),
});
export const ResendBody = z.strictObject({ about: Subject, idempotency_key: z.uuid() });
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
