import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { openDeliveries } from '../middleware/deliveries.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const deliveries = openDeliveries(table);

export const handler = http(dashboardRoutes.listDeliveries, table, async ({ caller, query: { about, state } }) => {
  const { project_id } = caller;
  if (about === undefined) return deliveries.troubled(project_id, state);
  const found = await deliveries.ofSubject({ project_id, subject_id: about });
  return found.filter((one) => state === undefined || one.state === state);
});
