import { openMediaStore } from '#adapters/media-store.ts';
import { openTable } from '#adapters/table.ts';
import { capturedRoutes } from '../../../lib/api/routes/captured.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { createGetDiagnostics } from '../../../lib/usecases/captured/get-diagnostics.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const getDiagnostics = createGetDiagnostics({ bots: botRepository(table), media: openMediaStore() });

export const handler = http(capturedRoutes.getDiagnostics, table, ({ ref }) => getDiagnostics(ref));
