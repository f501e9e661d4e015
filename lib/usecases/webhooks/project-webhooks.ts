import type { Clock } from '../../ports/clock.ts';
import { rememberFor } from '../../process/remember-for.ts';
import type { ProjectWebhooks, WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';

/** What is known of where a project's webhooks go, as it was a few seconds ago at most. */
export type ProjectWebhooksOf = (projectId: string) => Promise<ProjectWebhooks>;

/** A change of a subscription holds for what happens so much later, in every warm function. */
const rememberedMs = 3000;

/** Reads a project's webhooks at most once in three seconds, so that a busy meeting costs no reads of them. */
export const createProjectWebhooks = (ports: {
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'load'>;
  readonly clock: Clock;
}): ProjectWebhooksOf => rememberFor(rememberedMs, ports.clock, ports.subscriptions.load);
