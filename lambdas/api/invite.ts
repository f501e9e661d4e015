import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { apiKeyRepository, projectRepository } from '../../lib/storage/projects.ts';
import { ticketRepository } from '../../lib/storage/sessions.ts';
import { createSignIn, signInPath } from '../../lib/usecases/access/sign-in.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const { invite } = createSignIn({
  tickets: ticketRepository(table),
  projects: projectRepository(table),
  apiKeys: apiKeyRepository(table),
  clock: systemClock,
});

export const handler = http(dashboardRoutes.invite, table, async ({ caller, body }) => ({
  path: signInPath(await invite({ project_id: caller.project_id, ...body })),
}));
