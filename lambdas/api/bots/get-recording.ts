import { openMediaStore } from '#adapters/media-store.ts';
import { openTable } from '#adapters/table.ts';
import { capturedRoutes } from '../../../lib/api/routes/captured.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { mediaRetention } from '../../../lib/process/environment/retention.ts';
import { environment } from '../../../lib/process/environment.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createGetRecording } from '../../../lib/usecases/captured/get-recording.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const getRecording = createGetRecording({
  bots: botRepository(table),
  media: openMediaStore(),
  clock: systemClock,
  ...environment(mediaRetention),
});

export const handler = http(capturedRoutes.getRecording, table, ({ ref }) => getRecording(ref));
