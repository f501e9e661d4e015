import { createHash } from 'node:crypto';
import type { Delivery, DoneDelivery } from '../domain/webhook/webhook-delivery.ts';
import type { Item, Key, Table } from '../ports/table.ts';
import { type BotRef, botKey, deliveryListing } from './keys.ts';
import { removeAll } from './remove-all.ts';

const disabledPrefix = 'webhook#disabled#';
const deliveryPrefix = 'webhook#delivery#';
const donePrefix = 'webhook#done#';

// All in the bot's partition: what is told about a bot goes when its data goes.
const deliveryKeyOf = (ref: BotRef, idempotencyKey: string): Key => ({
  pk: botKey(ref).pk,
  sk: deliveryPrefix + idempotencyKey,
});
const disabledKey = (ref: BotRef, url: string): Key => ({
  pk: botKey(ref).pk,
  sk: disabledPrefix + createHash('sha256').update(url).digest('base64url'),
});

/** A table takes at most this many writes, and answers so many items, at once. */
const mostAtOnce = 100;

const secondsOf = (until: Date): number => Math.floor(until.getTime() / 1000);

const deliveryOfItem = (item: Item): Delivery => {
  const { pk, sk, kind, expires_at, listing_pk, listing_sk, ...delivery } = item;
  return delivery as unknown as Delivery;
};

/** What deliveries that were sent together have in common is stored once. */
interface DoneItem extends Pick<DoneDelivery, 'subscription_id' | 'url'> {
  readonly outcomes: readonly Omit<DoneDelivery, 'subscription_id' | 'url' | 'project_id' | 'bot_id'>[];
}

const doneOfItem = ({ project_id, bot_id }: BotRef, item: Item): DoneDelivery[] => {
  const { subscription_id, url, outcomes } = item as unknown as DoneItem;
  return outcomes.map((outcome) => ({ project_id, bot_id, subscription_id, url, ...outcome }));
};

/**
 * What became of deliveries: those that succeeded at once, together as they were sent and without their bodies; every
 * other one by itself, with what it takes to send it again. And the addresses that want no more of a bot's webhooks.
 */
export const webhookDeliveryRepository = (table: Table) => ({
  async get(ref: BotRef, idempotencyKey: string): Promise<Delivery | undefined> {
    const item = await table.get(deliveryKeyOf(ref, idempotencyKey));
    return item && deliveryOfItem(item);
  },

  /** Keeps a delivery until a moment, over what was kept of it before. */
  async save(delivery: Delivery, until: Date): Promise<void> {
    const { project_id, idempotency_key, created_at } = delivery;
    const listing = { listing_pk: deliveryListing(project_id), listing_sk: `${created_at}#${idempotency_key}` };
    await table.write({
      put: {
        ...deliveryKeyOf(delivery, idempotency_key),
        ...listing,
        kind: 'webhook_delivery',
        expires_at: secondsOf(until),
        ...delivery,
      },
    });
  },

  /** Keeps until a moment what came of deliveries to one subscription that succeeded at once: one write for all. */
  async saveDone(done: readonly [DoneDelivery, ...DoneDelivery[]], until: Date): Promise<void> {
    const [first] = done;
    const { subscription_id, url } = first;
    const outcomes = done.map(({ project_id, bot_id, subscription_id, url, ...outcome }) => outcome);
    await table.write({
      put: {
        pk: botKey(first).pk,
        sk: donePrefix + first.idempotency_key,
        kind: 'webhook_done',
        expires_at: secondsOf(until),
        ...({ subscription_id, url, outcomes } satisfies DoneItem),
      },
    });
  },

  /** All of a bot's deliveries that are kept, in no particular order. */
  async ofBot(ref: BotRef): Promise<{ readonly kept: readonly Delivery[]; readonly done: readonly DoneDelivery[] }> {
    const partition = botKey(ref).pk;
    const [kept, done] = await Promise.all([
      table.query({ partition, prefix: deliveryPrefix }),
      table.query({ partition, prefix: donePrefix }),
    ]);
    return { kept: kept.map(deliveryOfItem), done: done.flatMap((item) => doneOfItem(ref, item)) };
  },

  /** A project's deliveries that did not succeed at once, newest first, at most 100. */
  async troubled(projectId: string, limit: number): Promise<Delivery[]> {
    const found = await table.query({
      index: 'listing',
      partition: deliveryListing(projectId),
      order: 'descending',
      limit: Math.min(limit, mostAtOnce),
    });
    return (await table.getMany(found.map(({ pk, sk }) => ({ pk, sk })))).map(deliveryOfItem);
  },

  /** Removes all that is kept of a bot's deliveries, bodies and answers. What still waits for a retry is dropped then. */
  async forget(ref: BotRef): Promise<void> {
    for (const prefix of [deliveryPrefix, donePrefix]) await removeAll(table, botKey(ref).pk, prefix);
  },

  /** Notes that an address wants no more of this bot's webhooks. */
  async disable(ref: BotRef, url: string, at: Date): Promise<void> {
    const disabled_at = at.toISOString();
    await table.write({ put: { ...disabledKey(ref, url), kind: 'webhook_disabled', url, disabled_at } });
  },

  async isDisabled(ref: BotRef, url: string): Promise<boolean> {
    return (await table.get(disabledKey(ref, url))) !== undefined;
  },

  /** All addresses that want no more of this bot's webhooks. */
  async disabledUrls(ref: BotRef): Promise<Set<string>> {
    const items = await table.query({ partition: botKey(ref).pk, prefix: disabledPrefix });
    return new Set(items.map(({ url }) => String(url)));
  },
});
export type WebhookDeliveryRepository = ReturnType<typeof webhookDeliveryRepository>;
