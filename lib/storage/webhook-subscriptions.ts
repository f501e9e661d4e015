import { createHash } from 'node:crypto';
import type { WebhookSubscription } from '../domain/webhook/webhook-subscription.ts';
import { ConditionFailedError, type Item, type Table } from '../ports/table.ts';
import { webhooksPartition } from './keys.ts';

/** What is known of where a project's webhooks go: who subscribed, and which servers are slow to answer at present. */
export interface ProjectWebhooks {
  readonly subscriptions: readonly WebhookSubscription[];
  /** Origins (`https://host`) whose deliveries wait in a lane of their own. */
  readonly slow_origins: ReadonlySet<string>;
}

const subscriptionsKey = 'subscriptions';
const slowPrefix = 'slow#';
const mostTries = 8;

const subscriptionsOf = (item: Item | undefined): readonly WebhookSubscription[] =>
  (item?.subscriptions as readonly WebhookSubscription[] | undefined) ?? [];

/**
 * A project's subscriptions, all in one item: there are few, they are read together, and the most that there may be
 * holds against simultaneous changes. Beside it one item for each server that is slow, which goes by itself.
 */
export const webhookSubscriptionRepository = (table: Table) => {
  const key = (projectId: string) => ({ pk: webhooksPartition(projectId), sk: subscriptionsKey });

  return {
    /** Everything, in one read. */
    async load(projectId: string): Promise<ProjectWebhooks> {
      const items = await table.query({ partition: webhooksPartition(projectId) });
      return {
        subscriptions: subscriptionsOf(items.find(({ sk }) => sk === subscriptionsKey)),
        slow_origins: new Set(items.filter(({ sk }) => sk.startsWith(slowPrefix)).map(({ origin }) => String(origin))),
      };
    },

    async list(projectId: string): Promise<readonly WebhookSubscription[]> {
      return subscriptionsOf(await table.get(key(projectId)));
    },

    /**
     * Puts what `change` makes of the subscriptions in their place. It may be called again when others change them at
     * the same time; answering the very list it was given changes nothing. What it throws is thrown.
     */
    async change(
      projectId: string,
      change: (all: readonly WebhookSubscription[]) => readonly WebhookSubscription[],
    ): Promise<void> {
      for (let tries = 1; ; tries += 1) {
        const item = await table.get(key(projectId));
        const before = subscriptionsOf(item);
        const subscriptions = change(before);
        if (subscriptions === before) return;
        const version = Number(item?.version ?? 0);
        try {
          await table.write({
            put: { ...key(projectId), kind: 'webhook_subscriptions', subscriptions, version: version + 1 },
            when: item ? { equals: { version } } : { exists: false },
          });
          return;
        } catch (error) {
          if (!(error instanceof ConditionFailedError) || tries === mostTries) throw error;
        }
      }
    },

    /** Notes until a moment that a server is slow to answer. */
    async noteSlow(projectId: string, origin: string, until: Date): Promise<void> {
      const sk = slowPrefix + createHash('sha256').update(origin).digest('base64url');
      const expires_at = Math.floor(until.getTime() / 1000);
      await table.write({
        put: { pk: webhooksPartition(projectId), sk, kind: 'webhook_slow_origin', origin, expires_at },
      });
    },
  };
};
export type WebhookSubscriptionRepository = ReturnType<typeof webhookSubscriptionRepository>;
