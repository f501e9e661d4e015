/** What a client should know about settings that were taken, whenever it looks while they still count. */
import type { Bot } from '../../lib/domain/bot/bot.ts';
import { isFinal } from '../../lib/domain/bot/lifecycle.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { Table } from '../../lib/ports/table.ts';
import { operatorKeys } from '../../lib/process/environment/transcription.ts';
import { environment } from '../../lib/process/environment.ts';
import { rememberFor } from '../../lib/process/remember-for.ts';
import { type CredentialRepository, credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { createBotWarnings } from '../../lib/usecases/bots/bot-warnings.ts';

/** A key that was removed is missed so much later. */
const rememberedMs = 10_000;

/**
 * Whoever waits for a bot asks every second: where the project has a key it is not looked up for each. One that is entered
 * counts at once.
 */
const rememberedKeys = (keys: CredentialRepository): Pick<CredentialRepository, 'get'> => {
  const keysOf = rememberFor(rememberedMs, systemClock, async (projectId: string) =>
    (await keys.list(projectId, () => undefined)).filter((key) => 'sealed' in key),
  );
  return {
    // One that cannot be read is not among them, so that looking for it tells why.
    get: async (projectId, name) =>
      (await keysOf(projectId)).find(({ provider }) => provider === name) ?? keys.get(projectId, name),
  };
};

/** None of them is logged, since whoever waits asks so often. */
export const openStandingWarnings = (table: Table) => {
  const credentials = rememberedKeys(credentialRepository(table));
  const warningsAbout = createBotWarnings({ credentials, ...environment(operatorKeys) });
  return async (bot: Bot): Promise<string[]> => (isFinal(bot.state) ? [] : warningsAbout(bot));
};
