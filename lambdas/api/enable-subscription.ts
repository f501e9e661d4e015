import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { http } from '../middleware/http.ts';
import { openSubscriptions } from '../middleware/subscriptions.ts';

const table = openTable();
const subscriptions = openSubscriptions(table);

export const handler = http(dashboardRoutes.enableSubscription, table, ({ ref }) =>
  subscriptions.enable(ref.project_id, ref.webhook_subscription_id),
);
