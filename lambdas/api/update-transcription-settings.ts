import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../lib/api/present.ts';
import { botRoutes } from '../../lib/api/routes/bots.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { environment, operatorKeys, transcription } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { createBotWarnings } from '../../lib/usecases/bots/bot-warnings.ts';
import { createUpdateTranscriptionSettings } from '../../lib/usecases/bots/update-transcription-settings.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const { keySecrets } = environment(operatorKeys);
const warningsAbout = createBotWarnings({ credentials: credentialRepository(table), keySecrets });
const updateTranscriptionSettings = createUpdateTranscriptionSettings({
  bots: botRepository(table),
  clock: systemClock,
  ...environment(transcription),
});

export const handler = http(botRoutes.updateTranscriptionSettings, table, async ({ ref, body }) => {
  const bot = await updateTranscriptionSettings(ref, body);
  const warnings = await warningsAbout(bot);
  for (const warning of warnings) log.warn('settings of a bot need attention', { bot_id: bot.id, warning });
  return presentBot(bot, warnings);
});
