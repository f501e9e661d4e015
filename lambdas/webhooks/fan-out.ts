import { openSlowWebhookQueue, openWebhookQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { botRepository } from '../../lib/storage/bots.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhook-subscriptions.ts';
import { createFanOutWebhooks } from '../../lib/usecases/webhooks/fan-out-webhooks.ts';
import { createProjectWebhooks } from '../../lib/usecases/webhooks/project-webhooks.ts';
import { changesTogether } from '../middleware/batch.ts';

const table = openTable();

const fanOutWebhooks = createFanOutWebhooks({
  bots: botRepository(table),
  deliveries: webhookDeliveryRepository(table),
  webhooksOf: createProjectWebhooks({ subscriptions: webhookSubscriptionRepository(table), clock: systemClock }),
  lanes: { prompt: openWebhookQueue(), slow: openSlowWebhookQueue() },
  clock: systemClock,
});

export const handler = changesTogether(['bot', 'captured'], fanOutWebhooks);
