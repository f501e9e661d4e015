/** What of our records people see in the dashboard. */
import type * as z from 'zod';
import type { AuditEntry } from '../../domain/access/audit.ts';
import { isAppSession } from '../../domain/app-session/app-session.ts';
import { appSessionName } from '../../domain/app-session/app-session-name.ts';
import type { Bot } from '../../domain/bot/bot.ts';
import { keyedProviderNames } from '../../domain/transcription/provider-names.ts';
import { providers } from '../../domain/transcription/providers.ts';
import type { ApiKeyBody, AuditEntryBody } from '../schemas/dashboard/access.ts';
import type { ProviderKeyBody } from '../schemas/dashboard/providers.ts';

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

/** With the bot or app session that it is about, where there still is one. */
export const presentAuditEntry = (
  entry: AuditEntry & { readonly id: string },
  bot: Bot | undefined,
): z.infer<typeof AuditEntryBody> => {
  const isSession = bot && isAppSession(bot);
  const called = isSession ? appSessionName(bot.metadata, bot.stream) : bot?.bot_name;
  const { email = null, subject = null } = entry;
  const meeting_url = isSession ? null : (bot?.meeting_url ?? null);
  return { ...entry, email, subject, called: called ?? null, meeting_url };
};

/** Every provider that takes a key, whether there is one or not. */
export const presentProviderKeys = (
  entered: readonly {
    readonly provider: string;
    readonly entered_at?: string;
    readonly is_unreadable?: true;
  }[],
): z.infer<typeof ProviderKeyBody>[] =>
  keyedProviderNames.map((provider) => {
    const { entered_at = null, is_unreadable } = entered.find((one) => one.provider === provider) ?? {};
    return { provider, maker: providers[provider].maker, entered_at, ...(is_unreadable && { is_unreadable }) };
  });
