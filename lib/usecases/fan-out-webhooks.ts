import { type Bot, sequenceOf } from '../domain/bot.ts';
import type { WebhookSubscriptionItem } from '../domain/settings.ts';
import { capturedEvents, stateChangesSince, type WebhookEnvelope, type WebhookEvent } from '../domain/webhook.ts';
import type { WebhookMessage } from '../domain/webhook-delivery.ts';
import type { Clock } from '../ports/clock.ts';
import type { Queue } from '../ports/queue.ts';
import type { Item } from '../ports/table.ts';
import { type BotRepository, botOfItem } from '../storage/bots.ts';
import { batchOfItem } from '../storage/captured.ts';
import { type BotRef, botKey } from '../storage/keys.ts';
import type { WebhookDeliveryRepository } from '../storage/webhook-deliveries.ts';
import { deliveryKey } from '../webhooks/delivery-key.ts';

export interface FanOutWebhooksPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly deliveries: Pick<WebhookDeliveryRepository, 'disabledUrls'>;
  readonly queue: Queue;
  readonly clock: Clock;
}

/** An item of the table before and after a write. */
export interface ItemChange {
  readonly old?: Item | undefined;
  readonly new?: Item | undefined;
}

/** Events of one bot; the bot itself where the change already holds it. */
interface BotNews {
  readonly ref: BotRef;
  readonly bot?: Bot;
  readonly events: readonly WebhookEvent[];
}

const newsOf = ({ old, new: item }: ItemChange): BotNews | undefined => {
  const bot = item && botOfItem(item);
  if (bot) {
    const previous = old && botOfItem(old);
    const events = stateChangesSince(previous ? sequenceOf(previous) : 0, bot);
    return { ref: { project_id: bot.project_id, bot_id: bot.id }, bot, events };
  }
  const batch = item && !old && batchOfItem(item);
  if (!batch) return undefined;
  return { ref: batch, events: capturedEvents(batch.captured_kind, batch.batch_id, batch.entries) };
};

interface Subscription extends WebhookSubscriptionItem {
  /** Stays the same as long as the subscription exists. */
  readonly id: string;
}

/** Who is told about a bot. One with subscriptions of its own uses those and not the project's. */
const subscriptionsOf = ({ webhooks }: Bot): Subscription[] =>
  webhooks.map((subscription, index) => ({ ...subscription, id: `webhooks.${index}` }));

// SQS takes no U+FFFE and U+FFFF, not even inside a string; JSON may write any character as an escape.
const bodyOf = (envelope: WebhookEnvelope): string =>
  JSON.stringify(envelope).replace(/[\uFFFE\uFFFF]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);

const messageOf = (bot: Bot, event: WebhookEvent, { id, url }: Subscription, at: Date): WebhookMessage => {
  const idempotency_key = deliveryKey(bot.project_id, bot.id, event.identity, id, url);
  const { trigger, data } = event;
  return {
    idempotency_key,
    project_id: bot.project_id,
    bot_id: bot.id,
    trigger,
    url,
    body: bodyOf({ idempotency_key, bot_id: bot.id, bot_metadata: bot.metadata, trigger, data }),
    attempt: 1,
    not_before: at.toISOString(),
  };
};

/** What a run of the use case looks up, at most once per bot: its record for captured things, its dead addresses. */
const oncePerBot = <T>(load: (ref: BotRef) => Promise<T>) => {
  const loaded = new Map<string, Promise<T>>();
  return (ref: BotRef): Promise<T> => {
    const key = botKey(ref).pk;
    const value = loaded.get(key) ?? load(ref);
    loaded.set(key, value);
    return value;
  };
};

/**
 * Puts one message into the queue for each new event and each subscription to it, in the order of the changes. A
 * change seen twice gives the same keys. Resolves once every message is durable; looks nothing up that nobody hears of.
 */
export const createFanOutWebhooks =
  ({ bots, deliveries, queue, clock }: FanOutWebhooksPorts) =>
  async (changes: readonly ItemChange[]): Promise<void> => {
    const load = oncePerBot(bots.get);
    const loadDisabled = oncePerBot(deliveries.disabledUrls);
    const messagesOf = async ({ ref, bot: known, events }: BotNews): Promise<WebhookMessage[]> => {
      const bot = known ?? (await load(ref));
      if (!bot) return [];
      const wanted = subscriptionsOf(bot).filter(({ triggers }) =>
        events.some(({ trigger }) => triggers.includes(trigger)),
      );
      if (wanted.length === 0) return [];
      const disabled = await loadDisabled(ref);
      const listening = wanted.filter(({ url }) => !disabled.has(url));
      return events.flatMap((event) =>
        listening
          .filter(({ triggers }) => triggers.includes(event.trigger))
          .map((subscription) => messageOf(bot, event, subscription, clock.now())),
      );
    };
    const news = changes.flatMap((change) => newsOf(change) ?? []).filter(({ events }) => events.length > 0);
    const messages = (await Promise.all(news.map(messagesOf))).flat();
    if (messages.length > 0) await queue.send(messages.map((body) => ({ body })));
  };
