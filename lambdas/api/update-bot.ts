import { openCaptureOutlook } from '#adapters/capture-outlook.ts';
import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../lib/api/present.ts';
import { botRoutes } from '../../lib/api/routes/bots.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { environment, meetingHosts } from '../../lib/process/environment.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { createUpdateBot } from '../../lib/usecases/bots/update-bot.ts';
import { http } from '../middleware/http.ts';
import { openMediaLater } from '../middleware/media.ts';

const table = openTable();
const outlook = openCaptureOutlook();
const updateBot = createUpdateBot({
  bots: botRepository(table),
  clock: systemClock,
  ...environment(meetingHosts),
  openMedia: openMediaLater,
});

export const handler = http(botRoutes.updateBot, table, async ({ ref, body }) => {
  const bot = await updateBot(ref, body);
  return presentBot(bot, await outlook.warningsOf(bot));
});
