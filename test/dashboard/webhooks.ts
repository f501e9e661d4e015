/** Subscriptions of a project, and deliveries, stored as they would be. */

import type { WebhookSubscription } from '../../lib/domain/webhook/webhook-subscription.ts';
import { webhookDeliveryRepository } from '../../lib/storage/webhooks/webhook-deliveries.ts';
import { webhookSubscriptionRepository } from '../../lib/storage/webhooks/webhook-subscriptions.ts';
import type { LocalApi } from '../lab/api/local-api.ts';
import { aSubscription } from '../lab/builders/records.ts';
import { aDelivery } from '../lab/builders/webhook-message.ts';
import { minutesAgo } from './driven.ts';

type Project = Pick<LocalApi, 'project_id' | 'table'>;

/** These, in the place of those before. */
export const storeSubscriptions = async (
  { project_id, table }: Project,
  ...details: readonly Partial<WebhookSubscription>[]
): Promise<void> => {
  await webhookSubscriptionRepository(table).change(project_id, () => details.map(aSubscription));
};

/** What did not arrive at the first subscription. */
export const storeFailedDelivery = async ({ project_id, table }: Project, subject_id: string): Promise<void> => {
  const { id: subscription_id, url } = aSubscription();
  const created_at = new Date().toISOString();
  const attempt = { attempt: 1, at: created_at, status: 503, duration_ms: 7, response: 'Service Unavailable' };
  await webhookDeliveryRepository(table).save(
    {
      ...{ ...aDelivery(), project_id, subject_id, subscription_id, url, created_at },
      ...{ state: 'failed', attempts: [attempt], next_attempt_at: null },
    },
    minutesAgo(-60),
  );
};
