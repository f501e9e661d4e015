import { openCaptureOutlook } from '#adapters/capture-outlook.ts';
import { openTable } from '#adapters/table.ts';
import { presentNewBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { meetingHosts, platformsOff } from '../../../lib/process/environment/meetings.ts';
import { transcription } from '../../../lib/process/environment/transcription.ts';
import { clientAddresses, environment } from '../../../lib/process/environment.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { joinableEventReader } from '../../../lib/storage/calendars/joinable-events.ts';
import { createCreateBot } from '../../../lib/usecases/bots/create-bot.ts';
import { createNewBotFaults, type NewBotChecks } from '../../../lib/usecases/bots/new-bot-input.ts';
import { http } from '../../middleware/http.ts';
import { openMediaLater } from '../../wiring/media.ts';
import { openSettingsWarnings } from '../../wiring/warnings.ts';

const table = openTable();
const outlook = openCaptureOutlook();
const warningsAbout = openSettingsWarnings(table);
const { allow_loopback, hosts, platforms_off, hasCustomTranscription } = environment(
  clientAddresses,
  meetingHosts,
  platformsOff,
  transcription,
);
const checks: NewBotChecks = {
  clock: systemClock,
  hosts,
  platforms_off,
  checkAddress: async (url, protocol) => {
    const { checkClientUrl } = await import('../../../lib/net/client-url.ts');
    return checkClientUrl(url, { allow_loopback, ...(protocol && { protocol }) });
  },
  hasCustomTranscription,
};
const createBot = createCreateBot({
  ...checks,
  bots: botRepository(table),
  events: joinableEventReader(table),
  openMedia: openMediaLater,
});

export const handler = http(
  botRoutes.createBot,
  table,
  async ({ caller, body }) => {
    const bot = await createBot(caller.project_id, { ...body, made_by: caller.made_by });
    return presentNewBot(bot, [...(await warningsAbout(bot)), ...(await outlook.warningsOf(bot))]);
  },
  createNewBotFaults(checks),
);
