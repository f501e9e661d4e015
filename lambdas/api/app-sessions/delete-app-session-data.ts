import { openTable } from '#adapters/table.ts';
import { presentAppSession } from '../../../lib/api/present/app-session.ts';
import { appSessionRoutes } from '../../../lib/api/routes/app-sessions.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { botRepository } from '../../../lib/storage/bots/bots.ts';
import { refOfAppSession } from '../../../lib/storage/keys.ts';
import { createDeleteAppSessionData } from '../../../lib/usecases/app-sessions/delete-app-session-data.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const deleteData = createDeleteAppSessionData({ bots: botRepository(table), clock: systemClock });

export const handler = http(appSessionRoutes.deleteAppSessionData, table, async ({ ref }) =>
  presentAppSession(await deleteData(refOfAppSession(ref))),
);
