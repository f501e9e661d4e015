import {
  isProjectSubscription,
  signingSecrets,
  type WebhookSubscription,
} from '../../domain/webhook/webhook-subscription.ts';
import type { Clock } from '../../ports/clock.ts';
import { rememberFor } from '../../process/remember-for.ts';
import type { ProjectRepository } from '../../storage/projects.ts';
import type { WebhookSubscriptionRepository } from '../../storage/webhooks/webhook-subscriptions.ts';
import { createProjectSecrets, type ProjectSecretsPorts } from './project-secrets.ts';
import type { ProjectWebhooksOf } from './project-webhooks.ts';

export interface WebhookSecretsPorts extends ProjectSecretsPorts {
  readonly projects: Pick<ProjectRepository, 'get'>;
  readonly webhooksOf: ProjectWebhooksOf;
  readonly subscriptions: Pick<WebhookSubscriptionRepository, 'list'>;
  readonly clock: Clock;
}

/**
 * The secrets that sign for a subscription, newest first: more than one while it changes over to a new one, none when it
 * is a project's that is disabled or gone. Those of a bot's own webhooks are the project's: none once it is deleted.
 */
export type WebhookSecrets = (projectId: string, subscriptionId: string) => Promise<readonly string[]>;

const rememberedMs = 60_000;

/** Finds and opens secrets. Deliveries are many and openings cost a call each, so what was opened is remembered. */
export const createWebhookSecrets = ({
  projects,
  webhooksOf,
  subscriptions,
  formerSecrets,
  secretBox,
  clock,
}: WebhookSecretsPorts): WebhookSecrets => {
  const opened = rememberFor(rememberedMs, clock, (key) => {
    const [projectId, sealed] = JSON.parse(key) as [string, string];
    return secretBox.open(projectId, sealed);
  });
  const projectSecrets = createProjectSecrets({ formerSecrets, secretBox });
  const ofProject = rememberFor(rememberedMs, clock, async (projectId) => {
    const project = await projects.get(projectId);
    return project ? projectSecrets(project) : [];
  });

  return async (projectId, subscriptionId) => {
    if (!isProjectSubscription(subscriptionId)) return ofProject(projectId);
    const isIt = ({ id, state }: WebhookSubscription) => id === subscriptionId && state === 'enabled';
    const subscription =
      (await webhooksOf(projectId)).subscriptions.find(isIt) ??
      // It may have been made, or enabled, since that was read.
      (await subscriptions.list(projectId)).find(isIt);
    if (!subscription) return [];
    return Promise.all(
      signingSecrets(subscription, clock.now()).map((sealed) => opened(JSON.stringify([projectId, sealed]))),
    );
  };
};
