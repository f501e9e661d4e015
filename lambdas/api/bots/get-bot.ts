import { openCaptureOutlook } from '#adapters/capture-outlook.ts';
import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createGetBot } from '../../../lib/usecases/bots/get-bot.ts';
import { http } from '../../middleware/http.ts';
import { openStandingWarnings } from '../../wiring/standing-warnings.ts';
import { openTellTranscription } from '../../wiring/tell-transcription.ts';

const table = openTable();
const outlook = openCaptureOutlook();
const warningsAbout = openStandingWarnings(table);
const getBot = createGetBot({ bots: botRepository(table) });
const tellTranscription = openTellTranscription(table);

export const handler = http(botRoutes.getBot, table, async ({ ref }) => {
  const bot = await getBot(ref);
  const [told, ...warnings] = await Promise.all([tellTranscription(bot), warningsAbout(bot), outlook.warningsOf(bot)]);
  return presentBot(told, warnings.flat());
});
