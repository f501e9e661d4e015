import { openSlowWebhookQueue, openWebhookQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { presentDelivery, presentSubscription } from '../../lib/api/present/webhooks.ts';
import { webhookRoutes } from '../../lib/api/routes/dashboard/webhooks.ts';
import { ValidationError } from '../../lib/domain/errors.ts';
import { checkClientUrl } from '../../lib/net/client-url.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { clientAddresses, environment } from '../../lib/process/environment.ts';
import { auditedTable } from '../../lib/storage/audited-table.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { CannotResendError } from '../../lib/usecases/webhooks/resend-delivery.ts';
import { createTestWebhook } from '../../lib/usecases/webhooks/test-webhook.ts';
import { createWebhookDeliveries } from '../../lib/usecases/webhooks/webhook-deliveries.ts';
import { createWebhookSubscriptions } from '../../lib/usecases/webhooks/webhook-subscriptions.ts';
import { grouped } from '../middleware/grouped.ts';
import { onUnreadable } from '../wiring/left-out.ts';
import { openSecretBox } from '../wiring/secrets.ts';

const stored = openTable();
const table = auditedTable(stored);
const { allow_loopback } = environment(clientAddresses);
const ports = { subscriptions: webhookSubscriptionRepository(table), clock: systemClock };
const subscriptions = createWebhookSubscriptions({
  ...ports,
  projects: projectRepository(table),
  secretBox: openSecretBox(stored),
  checkAddress: (url) => checkClientUrl(url, { allow_loopback }),
});
const lanes = { prompt: openWebhookQueue(), slow: openSlowWebhookQueue() };
const sendTest = createTestWebhook({ ...ports, lanes });
const deliveries = createWebhookDeliveries({
  ...ports,
  bots: botRepository(table),
  captured: capturedRepository(table),
  deliveries: webhookDeliveryRepository(table),
  onUnreadable,
  lanes,
});

export const handler = grouped(webhookRoutes, table, {
  listSubscriptions: async ({ caller: { project_id, role } }) =>
    (await subscriptions.list(project_id)).map((one) => presentSubscription(one, role)),
  createSubscription: ({ caller, body }) => subscriptions.create(caller.project_id, body),
  updateSubscription: ({ ref, body }) => subscriptions.update(ref.project_id, ref.webhook_subscription_id, body),
  deleteSubscription: ({ ref }) => subscriptions.delete(ref.project_id, ref.webhook_subscription_id),
  disableSubscription: ({ ref }) => subscriptions.disable(ref.project_id, ref.webhook_subscription_id),
  enableSubscription: ({ ref }) => subscriptions.enable(ref.project_id, ref.webhook_subscription_id),
  testSubscription: ({ ref, body }) => sendTest(ref.project_id, ref.webhook_subscription_id, body.trigger),
  rotateSecret: ({ ref }) => subscriptions.rotateSecret(ref.project_id, ref.webhook_subscription_id),
  listDeliveries: async ({ caller: { project_id, role }, query }) => {
    const { results, next } = await deliveries.page(project_id, query);
    return { results: results.map((one) => presentDelivery(one, role)), next };
  },
  getDelivery: async ({ caller: { project_id, role }, query: { about, idempotency_key } }) =>
    presentDelivery(await deliveries.one({ project_id, subject_id: about }, idempotency_key), role),
  resendDelivery: async ({ caller, body }) => {
    const ref = { project_id: caller.project_id, subject_id: body.about };
    await deliveries.resend(ref, body.idempotency_key).catch((error: unknown) => {
      if (error instanceof CannotResendError) throw new ValidationError({ idempotency_key: [error.message] });
      throw error;
    });
  },
});
