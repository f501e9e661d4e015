/** What a client should know about settings that were taken, whenever it looks while they still count. */
import type { Bot } from '../../lib/domain/bot/bot.ts';
import { isFinal } from '../../lib/domain/bot/lifecycle.ts';
import type { Table } from '../../lib/ports/table.ts';
import { operatorKeys } from '../../lib/process/environment/transcription.ts';
import { environment } from '../../lib/process/environment.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { createBotWarnings } from '../../lib/usecases/bots/bot-warnings.ts';

/** None of them is logged: whoever waits for a bot asks every second. */
export const openStandingWarnings = (table: Table) => {
  const warningsAbout = createBotWarnings({ credentials: credentialRepository(table), ...environment(operatorKeys) });
  return async (bot: Bot): Promise<string[]> => (isFinal(bot.state) ? [] : warningsAbout(bot));
};
