import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const credentials = credentialRepository(table);

export const handler = http(dashboardRoutes.removeProviderKey, table, ({ caller, query }) =>
  credentials.remove(caller.project_id, query.provider),
);
