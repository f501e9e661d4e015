import { openCaptureOutlook } from '#adapters/capture-outlook.ts';
import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../lib/api/present.ts';
import { botRoutes } from '../../lib/api/routes/bots.ts';
import { checkClientUrl } from '../../lib/net/client-url.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import {
  clientAddresses,
  environment,
  meetingHosts,
  operatorKeys,
  transcription,
} from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { calendarEventReader } from '../../lib/storage/calendars/calendar-events.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { createBotWarnings } from '../../lib/usecases/bots/bot-warnings.ts';
import { createCreateBot } from '../../lib/usecases/bots/create-bot.ts';
import { http } from '../middleware/http.ts';
import { openMediaLater } from '../middleware/media.ts';

const table = openTable();
const outlook = openCaptureOutlook();
const { allow_loopback, hosts, hasCustomTranscription, keySecrets } = environment(
  clientAddresses,
  meetingHosts,
  operatorKeys,
  transcription,
);
const warningsAbout = createBotWarnings({ credentials: credentialRepository(table), keySecrets });
const createBot = createCreateBot({
  bots: botRepository(table),
  events: calendarEventReader(table),
  clock: systemClock,
  hosts,
  checkAddress: (url, protocol) => checkClientUrl(url, { allow_loopback, ...(protocol && { protocol }) }),
  openMedia: openMediaLater,
  hasCustomTranscription,
});

export const handler = http(botRoutes.createBot, table, async ({ caller, body }) => {
  const bot = await createBot(caller.project_id, { ...body, made_by: caller.made_by });
  const warnings = await warningsAbout(bot);
  for (const warning of warnings) log.warn('settings of a bot need attention', { bot_id: bot.id, warning });
  return presentBot(bot, [...warnings, ...(await outlook.warningsOf(bot))]);
});
