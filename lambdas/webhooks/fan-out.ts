import { openWebhookQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { botRepository } from '../../lib/storage/bots.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhook-deliveries.ts';
import { createFanOutWebhooks } from '../../lib/usecases/fan-out-webhooks.ts';
import { changesTogether } from '../middleware/batch.ts';

const table = openTable();

const fanOutWebhooks = createFanOutWebhooks({
  bots: botRepository(table),
  deliveries: webhookDeliveryRepository(table),
  queue: openWebhookQueue(),
  clock: systemClock,
});

export const handler = changesTogether(['bot', 'captured'], fanOutWebhooks);
