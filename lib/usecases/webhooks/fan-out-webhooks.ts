import { type Bot, sequenceOf } from '../../domain/bot/bot.ts';
import type { WebhookSubscriptionItem } from '../../domain/bot/settings.ts';
import { capturedEvents, editedEvents, stateChangesSince, type WebhookEvent } from '../../domain/webhook/webhook.ts';
import { originOf, portionsOf, type WebhookMessage } from '../../domain/webhook/webhook-delivery.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Item } from '../../ports/table.ts';
import { botOfItem } from '../../storage/bot-item.ts';
import type { BotRepository } from '../../storage/bots.ts';
import { batchOfItem } from '../../storage/captured.ts';
import { type BotRef, botKey, refOf } from '../../storage/keys.ts';
import type { WebhookDeliveryRepository } from '../../storage/webhook-deliveries.ts';
import { webhookBody } from '../../webhooks/body.ts';
import { deliveryKey } from '../../webhooks/delivery-key.ts';
import type { ProjectWebhooksOf } from './project-webhooks.ts';
import { sendMessages, type WebhookLanes } from './webhook-lanes.ts';

export interface FanOutWebhooksPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly deliveries: Pick<WebhookDeliveryRepository, 'disabledUrls'>;
  readonly webhooksOf: ProjectWebhooksOf;
  readonly lanes: WebhookLanes;
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
    return { ref: refOf(bot), bot, events };
  }
  const batch = item && batchOfItem(item);
  if (!batch) return undefined;
  const { captured_kind, batch_id, entries, edited = {} } = batch;
  if (!old) return { ref: batch, events: capturedEvents(captured_kind, batch_id, entries) };
  return { ref: batch, events: editedEvents(captured_kind, batch_id, entries, edited, batchOfItem(old)?.edited) };
};

interface Subscription extends WebhookSubscriptionItem {
  /** Stays the same as long as the subscription exists. */
  readonly id: string;
}

/** An event to be told to a subscriber. */
interface Telling {
  readonly bot: Bot;
  readonly event: WebhookEvent;
  readonly subscription: Subscription;
}

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

const deliveryOf = ({ bot, event, subscription: { id, url } }: Telling) => {
  const { identity, trigger } = event;
  const idempotency_key = deliveryKey(bot.project_id, bot.id, identity, id, url);
  return { idempotency_key, identity, trigger, body: webhookBody(bot, event, idempotency_key) };
};

/** The messages that carry what is to be told, with everything about one bot for one subscriber together. */
const messagesOf = (tellings: readonly Telling[], at: Date): WebhookMessage[] => {
  const groups = Map.groupBy(tellings, ({ bot, subscription: { id, url } }) =>
    JSON.stringify([botKey(refOf(bot)).pk, id, url]),
  );
  return [...groups.values()].flatMap((group) => {
    const [{ bot, subscription }] = group as [Telling];
    const deliveries = new Map(group.map(deliveryOf).map((delivery) => [delivery.idempotency_key, delivery]));
    return portionsOf([...deliveries.values()]).map(
      (portion): WebhookMessage => ({
        ...{ project_id: bot.project_id, bot_id: bot.id, subscription_id: subscription.id, url: subscription.url },
        deliveries: portion,
        attempt: 1,
        not_before: at.toISOString(),
        lane: 'prompt',
      }),
    );
  });
};

/**
 * Queues a delivery for each new event and each subscription to it, those of a bot to one subscriber in one message as
 * far as they came together. A bot with subscriptions of its own uses those and not the project's. A change seen twice
 * gives the same keys. Resolves once every message is durable; looks nothing up that nobody hears of, and the project's
 * subscriptions at most once in some seconds.
 */
export const createFanOutWebhooks = ({ bots, deliveries, webhooksOf, lanes, clock }: FanOutWebhooksPorts) => {
  /** Those who listen to any of the events. */
  const listeners = async (
    bot: Bot,
    events: readonly WebhookEvent[],
    disabledUrls: (ref: BotRef) => Promise<Set<string>>,
  ): Promise<Subscription[]> => {
    const wants = ({ triggers }: WebhookSubscriptionItem) => events.some(({ trigger }) => triggers.includes(trigger));
    if (bot.webhooks.length === 0) {
      const { subscriptions } = await webhooksOf(bot.project_id);
      return subscriptions.filter((subscription) => subscription.state === 'enabled' && wants(subscription));
    }
    const wanted = bot.webhooks.map((own, index) => ({ ...own, id: `webhooks.${index}` })).filter(wants);
    if (wanted.length === 0) return [];
    const disabled = await disabledUrls(refOf(bot));
    return wanted.filter(({ url }) => !disabled.has(url));
  };

  /** Puts messages to servers that are known to be slow into the lane for these. */
  const inLane = async (message: WebhookMessage): Promise<WebhookMessage> => {
    const { slow_origins } = await webhooksOf(message.project_id);
    return slow_origins.has(originOf(message.url)) ? { ...message, lane: 'slow' } : message;
  };

  return async (changes: readonly ItemChange[]): Promise<void> => {
    const load = oncePerBot(bots.get);
    const disabledUrls = oncePerBot(deliveries.disabledUrls);
    const tellingsOf = async ({ ref, bot: known, events }: BotNews): Promise<Telling[]> => {
      const bot = known ?? (await load(ref));
      if (!bot) return [];
      const listening = await listeners(bot, events, disabledUrls);
      return events.flatMap((event) =>
        listening
          .filter(({ triggers }) => triggers.includes(event.trigger))
          .map((subscription) => ({ bot, event, subscription })),
      );
    };
    const news = changes.flatMap((change) => newsOf(change) ?? []).filter(({ events }) => events.length > 0);
    const tellings = (await Promise.all(news.map(tellingsOf))).flat();
    await sendMessages(lanes, await Promise.all(messagesOf(tellings, clock.now()).map(inLane)), clock.now());
  };
};
