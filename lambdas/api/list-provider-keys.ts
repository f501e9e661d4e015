import { openTable } from '#adapters/table.ts';
import { presentProviderKeys } from '../../lib/api/present-dashboard.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { credentialRepository } from '../../lib/storage/secrets/credentials.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const credentials = credentialRepository(table);

export const handler = http(dashboardRoutes.listProviderKeys, table, async ({ caller }) =>
  presentProviderKeys(await credentials.list(caller.project_id)),
);
