/** What a client should know about settings that were taken; the operator finds it in the log. */
import type { Bot } from '../../lib/domain/bot/bot.ts';
import type { Table } from '../../lib/ports/table.ts';
import { operatorKeys } from '../../lib/process/environment/transcription.ts';
import { environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { createBotWarnings } from '../../lib/usecases/bots/bot-warnings.ts';

export const openSettingsWarnings = (table: Table) => {
  const warningsAbout = createBotWarnings({ credentials: credentialRepository(table), ...environment(operatorKeys) });
  return async (bot: Bot): Promise<string[]> => {
    const warnings = await warningsAbout(bot);
    for (const warning of warnings) log.warn('settings of a bot need attention', { bot_id: bot.id, warning });
    return warnings;
  };
};
