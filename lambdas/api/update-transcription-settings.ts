import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../lib/api/present.ts';
import { botRoutes } from '../../lib/api/routes/bots.ts';
import { environment, transcription } from '../../lib/process/environment.ts';
import { botRepository } from '../../lib/storage/bots.ts';
import { warningsAbout } from '../../lib/usecases/bots/bot-warnings.ts';
import { createUpdateTranscriptionSettings } from '../../lib/usecases/bots/update-transcription-settings.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const updateTranscriptionSettings = createUpdateTranscriptionSettings({
  bots: botRepository(table),
  ...environment(transcription),
});

export const handler = http(botRoutes.updateTranscriptionSettings, table, async ({ ref, body }) => {
  const bot = await updateTranscriptionSettings(ref, body);
  return presentBot(bot, warningsAbout(bot));
});
