/** What of our records people see in the dashboard. */
import type * as z from 'zod';
import { keyedProviderNames } from '../domain/transcription/provider-names.ts';
import { providers } from '../domain/transcription/providers.ts';
import type { ApiKeyBody } from './schemas/dashboard/access.ts';
import type { ProviderKeyBody } from './schemas/dashboard/providers.ts';

interface KeyRecord {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly revoked_at?: string;
}

export const presentApiKey = ({ id, name, created_at, revoked_at }: KeyRecord): z.infer<typeof ApiKeyBody> => ({
  ...{ id, name, created_at },
  revoked_at: revoked_at ?? null,
});

/** Every provider that takes a key, whether there is one or not. */
export const presentProviderKeys = (
  entered: readonly { readonly provider: string; readonly entered_at: string }[],
): z.infer<typeof ProviderKeyBody>[] =>
  keyedProviderNames.map((provider) => ({
    provider,
    maker: providers[provider].maker,
    entered_at: entered.find((one) => one.provider === provider)?.entered_at ?? null,
  }));
