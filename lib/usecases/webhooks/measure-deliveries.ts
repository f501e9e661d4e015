import type { WebhookMessage } from '../../domain/webhook/webhook-delivery.ts';
import type { Measurement } from '../../process/metrics.ts';
import type { DeliveryOutcome } from './deliver-webhook.ts';

/** Metrics of a message for whoever watches deliveries: how late it arrived, or that it was given up. */
export const measureDeliveries = (
  { not_before }: Pick<WebhookMessage, 'not_before'>,
  outcomes: readonly Pick<DeliveryOutcome, 'outcome'>[],
  now: Date,
): Measurement['values'] | undefined => {
  const lag = Math.max(0, now.getTime() - Date.parse(not_before));
  const delivered = outcomes.filter(({ outcome }) => outcome === 'delivered').map(() => lag);
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed').length;
  if (delivered.length + failed === 0) return undefined;
  return { ...(delivered.length > 0 && { WebhookLag: delivered }), ...(failed > 0 && { WebhooksFailed: failed }) };
};
