import { openSlowWebhookQueue, openWebhookQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { toldKinds } from '../../lib/domain/webhook/told-kinds.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { calendarRepository } from '../../lib/storage/calendars/calendars.ts';
import { connectionRepository } from '../../lib/storage/connections/connections.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createFanOutWebhooks } from '../../lib/usecases/webhooks/fan-out-webhooks.ts';
import { createProjectWebhooks } from '../../lib/usecases/webhooks/project-webhooks.ts';
import { createWebhookSubjects } from '../../lib/usecases/webhooks/webhook-subjects.ts';
import { changesTogether } from '../events/batch.ts';

const table = openTable();

const fanOutWebhooks = createFanOutWebhooks({
  subjects: createWebhookSubjects({
    bots: botRepository(table),
    calendars: calendarRepository(table),
    connections: connectionRepository(table),
  }),
  deliveries: webhookDeliveryRepository(table),
  webhooksOf: createProjectWebhooks({ subscriptions: webhookSubscriptionRepository(table), clock: systemClock }),
  lanes: { prompt: openWebhookQueue(), slow: openSlowWebhookQueue() },
  clock: systemClock,
});

export const handler = changesTogether(toldKinds, fanOutWebhooks);
