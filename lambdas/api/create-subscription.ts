import { openMasterKey } from '#adapters/master-key.ts';
import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { http } from '../middleware/http.ts';
import { openSubscriptions } from '../middleware/subscriptions.ts';

const table = openTable();
const subscriptions = openSubscriptions(table, envelopeSecretBox({ masterKey: openMasterKey(), table }));

export const handler = http(dashboardRoutes.createSubscription, table, ({ caller, body }) =>
  subscriptions.create(caller.project_id, body),
);
