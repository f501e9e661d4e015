import { openCaptureOutlook } from '#adapters/capture-outlook.ts';
import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { meetingHosts, platformsOff } from '../../../lib/process/environment/meetings.ts';
import { environment } from '../../../lib/process/environment.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createChangeFaults, createUpdateBot } from '../../../lib/usecases/bots/update-bot.ts';
import { http } from '../../middleware/http.ts';
import { openMediaLater } from '../../wiring/media.ts';
import { openStandingWarnings } from '../../wiring/standing-warnings.ts';
import { openTellTranscription } from '../../wiring/tell-transcription.ts';

const table = openTable();
const outlook = openCaptureOutlook();
const warningsAbout = openStandingWarnings(table);
const checks = { clock: systemClock, ...environment(meetingHosts, platformsOff) };
const updateBot = createUpdateBot({ ...checks, bots: botRepository(table), openMedia: openMediaLater });
const tellTranscription = openTellTranscription(table);

export const handler = http(
  botRoutes.updateBot,
  table,
  async ({ ref, body }) => {
    const bot = await updateBot(ref, body);
    const [told, ...warnings] = await Promise.all([
      tellTranscription(bot),
      warningsAbout(bot),
      outlook.warningsOf(bot),
    ]);
    return presentBot(told, warnings.flat());
  },
  createChangeFaults(checks),
);
