import { openCaptureOutlook } from '#adapters/capture-outlook.ts';
import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { createGetBot } from '../../../lib/usecases/bots/get-bot.ts';
import { createTellTranscription } from '../../../lib/usecases/captured/unfinished-transcript.ts';
import { http } from '../../middleware/http.ts';
import { openStandingWarnings } from '../../wiring/standing-warnings.ts';

const table = openTable();
const outlook = openCaptureOutlook();
const warningsAbout = openStandingWarnings(table);
const getBot = createGetBot({ bots: botRepository(table) });
const tellTranscription = createTellTranscription({ speech: speechRepository(table), clock: systemClock });

export const handler = http(botRoutes.getBot, table, async ({ ref }) => {
  const bot = await getBot(ref);
  const [told, ...warnings] = await Promise.all([tellTranscription(bot), warningsAbout(bot), outlook.warningsOf(bot)]);
  return presentBot(told, warnings.flat());
});
