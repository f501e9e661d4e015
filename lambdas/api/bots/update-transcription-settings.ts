import { openTable } from '#adapters/table.ts';
import { parseWith } from '../../../lib/api/parse.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { TranscriptionSettings } from '../../../lib/domain/transcription/transcription-settings.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { transcription } from '../../../lib/process/environment/transcription.ts';
import { environment } from '../../../lib/process/environment.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createUpdateTranscriptionSettings } from '../../../lib/usecases/bots/update-transcription-settings.ts';
import { http } from '../../middleware/http.ts';
import { openSettingsWarnings } from '../../wiring/warnings.ts';

const table = openTable();
const warningsAbout = openSettingsWarnings(table);
const updateTranscriptionSettings = createUpdateTranscriptionSettings({
  bots: botRepository(table),
  clock: systemClock,
  checkSettings: (settings) => parseWith(TranscriptionSettings, settings),
  ...environment(transcription),
});

export const handler = http(botRoutes.updateTranscriptionSettings, table, async ({ ref, body }) => {
  const bot = await updateTranscriptionSettings(ref, body);
  return presentBot(bot, await warningsAbout(bot));
});
