import { Agent } from 'undici';
import { openSlowWebhookQueue, openWebhookQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { WebhookMessage } from '../../lib/domain/webhook/webhook-delivery.ts';
import { subjectKindOf } from '../../lib/domain/webhook/webhook-subject.ts';
import { guardedConnector } from '../../lib/net/address-guard.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { clientAddresses, environment } from '../../lib/process/environment.ts';
import { log } from '../../lib/process/log.ts';
import { measure } from '../../lib/process/metrics.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { formerSecretRepository } from '../../lib/storage/webhooks/former-secrets.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createDeliverWebhook } from '../../lib/usecases/webhooks/deliver-webhook.ts';
import { measureDeliveries } from '../../lib/usecases/webhooks/measure-deliveries.ts';
import { createProjectWebhooks } from '../../lib/usecases/webhooks/project-webhooks.ts';
import { createSlowServers } from '../../lib/usecases/webhooks/slow-servers.ts';
import { createWebhookSecrets } from '../../lib/usecases/webhooks/webhook-secrets.ts';
import { httpWebhookSender } from '../../lib/webhooks/http-webhook-sender.ts';
import { eachMessage } from '../events/batch.ts';
import { openSecretBox } from '../wiring/secrets.ts';

const policy = environment(clientAddresses);
const table = openTable();
const subscriptions = webhookSubscriptionRepository(table);
const clock = systemClock;

const deliverWebhook = createDeliverWebhook({
  sender: httpWebhookSender(new Agent({ connect: guardedConnector(policy) }), policy),
  secretsOf: createWebhookSecrets({
    projects: projectRepository(table),
    formerSecrets: formerSecretRepository(table),
    webhooksOf: createProjectWebhooks({ subscriptions, clock }),
    subscriptions,
    secretBox: openSecretBox(table),
    clock,
  }),
  deliveries: webhookDeliveryRepository(table),
  subscriptions,
  slowServers: createSlowServers({
    subscriptions,
    clock,
    onFault: (error) => log.error('a slow server was not noted', {}, error),
  }),
  lanes: { prompt: openWebhookQueue(), slow: openSlowWebhookQueue() },
  clock,
});

export const handler = eachMessage(WebhookMessage, async (message) => {
  const { project_id, subject_id, subscription_id, attempt } = message;
  const about = { [`${subjectKindOf(subject_id)}_id`]: subject_id };
  const outcomes = await deliverWebhook(message);
  for (const { idempotency_key, outcome, answer } of outcomes) {
    const result = answer && { status: answer.status ?? answer.error, duration_ms: answer.duration_ms };
    const tell = outcome === 'delivered' && attempt === 1 ? log.routine : log.info;
    tell('webhook', { outcome, idempotency_key, project_id, ...about, subscription_id, attempt, ...result });
  }
  const values = measureDeliveries(message, outcomes, clock.now());
  if (values) measure({ values, facts: about });
});
