import { createHash } from 'node:crypto';
import * as z from 'zod';
import { type Naming, namings } from '../../domain/access/plain-names.ts';
import { WebhookSubscription } from '../../domain/webhook/webhook-subscription.ts';
import { ConditionFailedError, type Item, type Table } from '../../ports/table.ts';
import { retry } from '../../process/retry.ts';
import { expiring, itemKind } from '../item-kind.ts';
import { webhooksPartition } from '../keys.ts';
import { shapeOf } from '../shape.ts';

/** What is known of where a project's webhooks go: who subscribed, and which servers are slow to answer at present. */
export interface ProjectWebhooks {
  readonly subscriptions: readonly WebhookSubscription[];
  /** Origins (`https://host`) whose deliveries wait in a lane of their own. */
  readonly slow_origins: ReadonlySet<string>;
  /** In which names they speak. */
  readonly names: Naming;
}

const subscriptionsKey = 'subscriptions';
const namesKey = 'names';
const slowPrefix = 'slow#';
const mostTries = 8;

interface Subscriptions {
  readonly subscriptions: readonly WebhookSubscription[];
  /** Counts the writes of this record; each write names the version that it replaces. */
  readonly version: number;
}

const subscriptionItems = itemKind<Subscriptions>('webhook_subscriptions', () =>
  z.object({ subscriptions: z.array(shapeOf(WebhookSubscription)), version: z.number() }),
);
const slowOriginItems = itemKind('webhook_slow_origin', () => z.object({ origin: z.string() }));

const namesItems = itemKind('webhook_names', () => z.object({ names: z.enum(namings) }));

const subscriptionsOf = (item: Item | undefined): Subscriptions =>
  item ? subscriptionItems.recordOf(item) : { subscriptions: [], version: 0 };

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
      const names = items.find(namesItems.isKindOf);
      return {
        subscriptions: subscriptionsOf(items.find(subscriptionItems.isKindOf)).subscriptions,
        slow_origins: new Set(
          items.filter(slowOriginItems.isKindOf).map((item) => slowOriginItems.recordOf(item).origin),
        ),
        names: names ? namesItems.recordOf(names).names : 'neutral',
      };
    },

    async setNames(projectId: string, names: Naming): Promise<void> {
      const key = { pk: webhooksPartition(projectId), sk: namesKey };
      await table.write({ put: namesItems.itemOf(key, { names }) });
    },

    async list(projectId: string): Promise<readonly WebhookSubscription[]> {
      return subscriptionsOf(await table.get(key(projectId))).subscriptions;
    },

    /**
     * Puts what `change` makes of the subscriptions in their place. It may be called again when others change them at
     * the same time; answering the very list it was given changes nothing. What it throws is thrown.
     */
    async change(
      projectId: string,
      change: (all: readonly WebhookSubscription[]) => readonly WebhookSubscription[],
    ): Promise<void> {
      const tryOnce = async (): Promise<void> => {
        const item = await table.get(key(projectId));
        const { subscriptions: before, version } = subscriptionsOf(item);
        const subscriptions = change(before);
        if (subscriptions === before) return;
        await table.write({
          put: subscriptionItems.itemOf(key(projectId), { subscriptions, version: version + 1 }),
          when: item ? { equals: { version } } : { exists: false },
        });
      };
      const isPassing = (error: unknown): boolean => error instanceof ConditionFailedError;
      await retry(tryOnce, { first_ms: 0, most_tries: mostTries, isPassing });
    },

    /** Notes until a moment that a server is slow to answer. */
    async noteSlow(projectId: string, origin: string, until: Date): Promise<void> {
      const sk = slowPrefix + createHash('sha256').update(origin).digest('base64url');
      const key = { pk: webhooksPartition(projectId), sk };
      await table.write({ put: slowOriginItems.itemOf(key, { origin }, expiring(until)) });
    },
  };
};
export type WebhookSubscriptionRepository = ReturnType<typeof webhookSubscriptionRepository>;
