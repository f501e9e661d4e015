/** What is sent and answered about keys of providers. */
import * as z from 'zod';
import { keyedProviderNames } from '../../../domain/transcription/provider-names.ts';

const Provider = z.enum(keyedProviderNames as [(typeof keyedProviderNames)[number]]);
export const SetProviderKeyBody = z.strictObject({ provider: Provider, key: z.string().max(1000) });
export const ProviderQuery = z.strictObject({ provider: Provider });
/** How a provider answered one real request with a key. */
export const TrialBody = z.object({
  works: z.boolean(),
  error_code: z.string().exactOptional(),
  error_message: z.string().exactOptional(),
});
/** A provider that takes a key, and since when there is one: nothing of the key. */
export const ProviderKeyBody = z.object({
  provider: Provider,
  maker: z.string(),
  entered_at: z.iso.datetime().nullable(),
  /** There is one, but it cannot be read, perhaps not even since when: it is to be entered again. */
  is_unreadable: z.literal(true).exactOptional(),
});
export const EnteredKeyBody = ProviderKeyBody.extend({ trial: TrialBody });

const Secret = z.string().min(1).max(255);
/** What the conferencing platform says of an app, and of who tells of it. */
export const CreateOAuthAppBody = z.strictObject({
  client_id: Secret,
  client_secret: Secret,
  webhook_secret: Secret.exactOptional(),
});
/** What is left out stays as it is. */
export const UpdateOAuthAppBody = z.strictObject({
  client_secret: Secret.exactOptional(),
  webhook_secret: Secret.exactOptional(),
});
/** Nothing of its secrets. */
export const OAuthAppBody = z.object({
  id: z.string(),
  client_id: z.string(),
  has_webhook_secret: z.boolean(),
  created_at: z.iso.datetime(),
});
