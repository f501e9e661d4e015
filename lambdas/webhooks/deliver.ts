import { Agent } from 'undici';
import { openWebhookQueue } from '#adapters/queue.ts';
import { openSecretBox } from '#adapters/secret-box.ts';
import { openTable } from '#adapters/table.ts';
import { WebhookMessage } from '../../lib/domain/webhook-delivery.ts';
import { guardedConnector } from '../../lib/net/address-guard.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhook-deliveries.ts';
import { createDeliverWebhook } from '../../lib/usecases/deliver-webhook.ts';
import { createWebhookSecrets } from '../../lib/usecases/webhook-secrets.ts';
import { httpWebhookSender } from '../../lib/webhooks/http-webhook-sender.ts';
import { eachMessage } from '../middleware/batch.ts';
import { allowsLoopback } from '../middleware/environment.ts';
import { log } from '../middleware/log.ts';

const policy = { allow_loopback: allowsLoopback() };
const table = openTable();

const deliverWebhook = createDeliverWebhook({
  sender: httpWebhookSender(new Agent({ connect: guardedConnector(policy) }), policy),
  secretsOf: createWebhookSecrets({
    projects: projectRepository(table),
    secretBox: openSecretBox(),
    clock: systemClock,
  }),
  deliveries: webhookDeliveryRepository(table),
  queue: openWebhookQueue(),
  clock: systemClock,
});

export const handler = eachMessage(WebhookMessage, async (message) => {
  const { idempotency_key, project_id, bot_id, trigger, attempt } = message;
  const { outcome, answer } = await deliverWebhook(message);
  const result = answer && { status: answer.status ?? answer.error, duration_ms: answer.duration_ms };
  log.info('webhook', { outcome, idempotency_key, project_id, bot_id, trigger, attempt, ...result });
});
