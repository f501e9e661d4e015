import { openTable } from '#adapters/table.ts';
import { presentBot } from '../../../lib/api/present/bot.ts';
import { botRoutes } from '../../../lib/api/routes/bots.ts';
import { checkMp4Address } from '../../../lib/net/mp4-address.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { clientAddresses, environment } from '../../../lib/process/environment.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createOutputVideo } from '../../../lib/usecases/bots/output-video.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const guard = environment(clientAddresses);
const outputVideo = createOutputVideo({
  bots: botRepository(table),
  clock: systemClock,
  checkVideo: (url) => checkMp4Address(url, guard),
});

export const handler = http(botRoutes.outputVideo, table, async ({ ref, body }) =>
  presentBot(await outputVideo(ref, body)),
);
