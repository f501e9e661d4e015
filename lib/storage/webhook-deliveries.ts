import { createHash } from 'node:crypto';
import type { Delivery } from '../domain/webhook-delivery.ts';
import type { Item, Key, Table } from '../ports/table.ts';
import { type BotRef, botKey } from './keys.ts';

const disabledPrefix = 'webhook#disabled#';

// Both in the bot's partition: what is told about a bot goes when its data goes.
const deliveryKeyOf = (ref: BotRef, idempotencyKey: string): Key => ({
  pk: botKey(ref).pk,
  sk: `webhook#delivery#${idempotencyKey}`,
});
const disabledKey = (ref: BotRef, url: string): Key => ({
  pk: botKey(ref).pk,
  sk: disabledPrefix + createHash('sha256').update(url).digest('base64url'),
});

const deliveryOfItem = (item: Item): Delivery => {
  const { pk, sk, kind, expires_at, ...delivery } = item;
  return delivery as unknown as Delivery;
};

/**
 * Deliveries that needed more than one attempt or came to nothing, each with what it takes to send it again, and the
 * addresses that want no more of a bot's webhooks.
 */
export const webhookDeliveryRepository = (table: Table) => ({
  async get(ref: BotRef, idempotencyKey: string): Promise<Delivery | undefined> {
    const item = await table.get(deliveryKeyOf(ref, idempotencyKey));
    return item && deliveryOfItem(item);
  },

  /** Keeps a delivery until a moment, over what was kept of it before. */
  async save(delivery: Delivery, until: Date): Promise<void> {
    const expires_at = Math.floor(until.getTime() / 1000);
    const key = deliveryKeyOf(delivery, delivery.idempotency_key);
    await table.write({ put: { ...key, kind: 'webhook_delivery', expires_at, ...delivery } });
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
