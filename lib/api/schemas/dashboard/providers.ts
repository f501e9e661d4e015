/** What is sent and answered about keys of providers. */
import * as z from 'zod';
import { keyedProviderNames } from '../../../domain/transcription/provider-names.ts';

const Provider = z.enum(keyedProviderNames as [(typeof keyedProviderNames)[number]]);
export const SetProviderKeyBody = z.strictObject({ provider: Provider, key: z.string().max(1000) });
export const ProviderQuery = z.strictObject({ provider: Provider });
/** A provider that takes a key, and since when there is one: nothing of the key. */
export const ProviderKeyBody = z.object({
  provider: Provider,
  maker: z.string(),
  entered_at: z.iso.datetime().nullable(),
});
