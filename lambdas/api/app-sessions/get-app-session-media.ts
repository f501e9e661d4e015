import { openMediaStore } from '#adapters/media-store.ts';
import { openTable } from '#adapters/table.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { mediaRetention } from '../../../lib/process/environment/retention.ts';
import { environment } from '../../../lib/process/environment.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { refOfAppSession } from '../../../lib/storage/keys.ts';
import { createGetMedia } from '../../../lib/usecases/app-sessions/get-media.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const getMedia = createGetMedia({
  bots: botRepository(table),
  media: openMediaStore(),
  clock: systemClock,
  ...environment(mediaRetention),
});

export const handler = http(appSessionRoutes.getAppSessionMedia, table, ({ ref }) => getMedia(refOfAppSession(ref)));
