import { openTable } from '#adapters/table.ts';
import { appSessionRoutes } from '../../lib/api/routes/app-sessions.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { refOfAppSession } from '../../lib/storage/keys.ts';
import { createGetTranscript } from '../../lib/usecases/bots/get-transcript.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const getTranscript = createGetTranscript({ bots: botRepository(table), captured: capturedRepository(table) });

export const handler = http(appSessionRoutes.getAppSessionTranscript, table, ({ ref, query }) =>
  getTranscript(refOfAppSession(ref), query.updated_after),
);
