import { openTable } from '#adapters/table.ts';
import { presentAppSession } from '../../../lib/api/present/app-session.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { refOfAppSession } from '../../../lib/storage/keys.ts';
import { createGetAppSession } from '../../../lib/usecases/app-sessions/get-app-session.ts';
import { http } from '../../middleware/http.ts';
import { openTellTranscription } from '../../wiring/tell-transcription.ts';

const table = openTable();
const getAppSession = createGetAppSession({ bots: botRepository(table) });
const tellTranscription = openTellTranscription(table);

export const handler = http(appSessionRoutes.getAppSession, table, async ({ ref }) =>
  presentAppSession(await tellTranscription(await getAppSession(refOfAppSession(ref)))),
);
