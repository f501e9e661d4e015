/** Webhooks on their way to a client's server. */
import { type WebhookAnswer, WebhookMessage } from '../../../lib/domain/webhook/webhook-delivery.ts';
import type { WebhookRequest } from '../../../lib/ports/webhook-sender.ts';
import { webhookDeliveryRepository } from '../../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../../lib/storage/webhooks/webhook-subscriptions.ts';
import { createDeliverWebhook, type DeliveryOutcome } from '../../../lib/usecases/webhooks/deliver-webhook.ts';
import { createSlowServers } from '../../../lib/usecases/webhooks/slow-servers.ts';
import { newWebhookSecret } from '../../../lib/webhooks/signature.ts';
import { aDelivery, aWebhookMessage } from '../builders/webhook-message.ts';
import { aClock } from '../doubles/clock.ts';
import { memoryQueue } from '../doubles/memory-queue.ts';
import { memoryTable } from '../doubles/memory-table.ts';

/** How a client's server answers. */
export const answer = (status: number, details: { retry_after?: string; response?: string } = {}): WebhookAnswer => ({
  status,
  duration_ms: 12,
  response: '',
  ...details,
});
/** Deliveries to a client's server that answers so, in turn; the last answer goes for all that come after it. */
export const deliveryWorld = (...answers: readonly WebhookAnswer[]) => {
  const clock = aClock();
  const table = memoryTable(clock);
  const deliveries = webhookDeliveryRepository(table);
  const queue = memoryQueue(clock);
  const secret = newWebhookSecret();
  const sent: (WebhookRequest & { at: Date })[] = [];
  const send = async (request: WebhookRequest): Promise<WebhookAnswer> => {
    sent.push({ ...request, at: clock.now() });
    return answers[Math.min(sent.length, answers.length) - 1] ?? answer(200);
  };
  const subscriptions = webhookSubscriptionRepository(table);
  const slowServers = createSlowServers({ subscriptions, clock, onFault: () => undefined });
  const lanes = { prompt: queue, slow: queue };
  const ports = {
    ...{ sender: { send }, secretsOf: async () => [secret], deliveries, subscriptions, slowServers, lanes, clock },
    chance: () => 0.5,
  };
  const deliver = createDeliverWebhook(ports);

  /** Works the queue until it is empty, or for so many messages. */
  const workQueue = async (atMost = Number.POSITIVE_INFINITY): Promise<DeliveryOutcome[]> => {
    const outcomes: DeliveryOutcome[] = [];
    while (outcomes.length < atMost) {
      const wait = queue.nextDueSeconds();
      if (wait === undefined) break;
      clock.advance(Math.max(0, wait));
      for (const body of queue.takeDue()) outcomes.push(...(await deliver(WebhookMessage.parse(body))));
    }
    return outcomes;
  };
  const message = aWebhookMessage();
  const delivery = aDelivery();
  const kept = () => deliveries.get(message, delivery.idempotency_key);
  const secondsBetween = () =>
    sent.slice(1).map(({ at }, index) => (at.getTime() - (sent[index]?.at.getTime() ?? 0)) / 1000);
  return {
    ...{ clock, table, deliveries, subscriptions, queue, secret, sent, ports },
    ...{ deliver, workQueue, message, delivery, kept, secondsBetween },
  };
};
