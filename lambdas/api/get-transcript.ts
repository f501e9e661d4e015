import { openTable } from '#adapters/table.ts';
import { capturedRoutes } from '../../lib/api/routes/captured.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { createGetTranscript } from '../../lib/usecases/bots/get-transcript.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const getTranscript = createGetTranscript({ bots: botRepository(table), captured: capturedRepository(table) });

export const handler = http(capturedRoutes.getTranscript, table, ({ ref, query }) =>
  getTranscript(ref, query.updated_after),
);
