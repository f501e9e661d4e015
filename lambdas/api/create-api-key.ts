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

export const handler = http(dashboardRoutes.createApiKey, table, async ({ caller, body }) => {
  const { api_key, ...made } = await keys.create(caller.project_id, body.name);
  return { ...presentApiKey(made), api_key };
});
