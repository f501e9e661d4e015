import { openTable } from '#adapters/table.ts';
import { presentAppSession } from '../../../lib/api/present/app-session.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { streamRepository } from '../../../lib/storage/bots/streams.ts';
import { refOfAppSession } from '../../../lib/storage/keys.ts';
import { createEndAppSession } from '../../../lib/usecases/app-sessions/end-app-session.ts';
import { http } from '../../middleware/http.ts';
import { openTellTranscription } from '../../wiring/tell-transcription.ts';

const table = openTable();
const sessions = createEndAppSession({
  bots: botRepository(table),
  streams: streamRepository(table),
  clock: systemClock,
});
const tellTranscription = openTellTranscription(table);

export const handler = http(appSessionRoutes.endAppSession, table, async ({ ref }) =>
  presentAppSession(await tellTranscription(await sessions.end(refOfAppSession(ref)))),
);
