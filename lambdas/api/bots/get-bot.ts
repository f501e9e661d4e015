import { openCaptureOutlook } from '#adapters/capture-outlook.ts';
import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createGetBot } from '../../../lib/usecases/bots/get-bot.ts';
import { http } from '../../middleware/http.ts';
import { openStandingWarnings } from '../../wiring/standing-warnings.ts';

const table = openTable();
const outlook = openCaptureOutlook();
const warningsAbout = openStandingWarnings(table);
const getBot = createGetBot({ bots: botRepository(table) });

export const handler = http(botRoutes.getBot, table, async ({ ref }) => {
  const bot = await getBot(ref);
  return presentBot(bot, (await Promise.all([warningsAbout(bot), outlook.warningsOf(bot)])).flat());
});
