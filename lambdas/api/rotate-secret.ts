import { openMasterKey } from '#adapters/master-key.ts';
import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { envelopeSecretBox } from '../../lib/storage/secrets/secret-box.ts';
import { http } from '../middleware/http.ts';
import { openSubscriptions } from '../middleware/subscriptions.ts';

const table = openTable();
const subscriptions = openSubscriptions(table, envelopeSecretBox({ masterKey: openMasterKey(), table }));

export const handler = http(dashboardRoutes.rotateSecret, table, ({ ref }) =>
  subscriptions.rotateSecret(ref.project_id, ref.webhook_subscription_id),
);
