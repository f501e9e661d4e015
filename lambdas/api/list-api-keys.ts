import { openTable } from '#adapters/table.ts';
import { presentApiKey } from '../../lib/api/present-dashboard.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { createApiKeys } from '../../lib/usecases/access/api-keys.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const keys = createApiKeys({
  projects: projectRepository(table),
  apiKeys: apiKeyRepository(table),
  clock: systemClock,
});

export const handler = http(dashboardRoutes.listApiKeys, table, async ({ caller }) =>
  (await keys.list(caller.project_id)).map(presentApiKey),
);
