import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { ValidationError } from '../../lib/domain/errors.ts';
import { CannotResendError } from '../../lib/usecases/webhooks/webhook-deliveries.ts';
import { openDeliveries } from '../middleware/deliveries.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const deliveries = openDeliveries(table);

export const handler = http(dashboardRoutes.resendDelivery, table, async ({ caller, body }) => {
  const ref = { project_id: caller.project_id, subject_id: body.about };
  await deliveries.resend(ref, body.idempotency_key).catch((error: unknown) => {
    if (error instanceof CannotResendError) throw new ValidationError({ idempotency_key: [error.message] });
    throw error;
  });
});
