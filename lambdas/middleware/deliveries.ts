import { openSlowWebhookQueue, openWebhookQueue } from '#adapters/queue.ts';
import { systemClock } from '../../lib/ports/clock.ts';
import type { Table } from '../../lib/ports/table.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { capturedRepository } from '../../lib/storage/bots/captured.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createWebhookDeliveries } from '../../lib/usecases/webhooks/webhook-deliveries.ts';

/** What became of webhooks, for the functions of the API that show them and send them again; only these know queues. */
export const openDeliveries = (table: Table) =>
  createWebhookDeliveries({
    bots: botRepository(table),
    captured: capturedRepository(table),
    deliveries: webhookDeliveryRepository(table),
    subscriptions: webhookSubscriptionRepository(table),
    lanes: {
      prompt: { send: (messages) => openWebhookQueue().send(messages) },
      slow: { send: (messages) => openSlowWebhookQueue().send(messages) },
    },
    clock: systemClock,
  });
