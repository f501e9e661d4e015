import { deliveryDelaySeconds, originOf, type WebhookMessage } from '../../domain/webhook/webhook-delivery.ts';
import type { Queue } from '../../ports/queue.ts';

/** One queue per lane: what is for servers that keep us waiting, and every retry, stays out of the way of the rest. */
export type WebhookLanes = Readonly<Record<WebhookMessage['lane'], Queue>>;

/** Queues messages, each in its lane and with its delay. No server's messages may hold up those to another. */
export const sendMessages = async (
  lanes: WebhookLanes,
  messages: readonly WebhookMessage[],
  at: Date,
): Promise<void> => {
  for (const lane of ['prompt', 'slow'] as const) {
    const queued = messages
      .filter((message) => message.lane === lane)
      .map((message) => {
        const delay_seconds = deliveryDelaySeconds(message, at);
        const group = `${message.project_id} ${originOf(message.url)}`;
        return { body: message, group, ...(delay_seconds > 0 && { delay_seconds }) };
      });
    if (queued.length > 0) await lanes[lane].send(queued);
  }
};
