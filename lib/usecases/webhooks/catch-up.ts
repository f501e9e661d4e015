import { type Bot, sequenceOf } from '../../domain/bot/bot.ts';
import { isErased, isFinal } from '../../domain/bot/lifecycle.ts';
import { capturedKinds } from '../../domain/captured/captured.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { capturedEvents, editedEvents, stateChangesSince, type WebhookEvent } from '../../domain/webhook/webhook.ts';
import { botSubject, subjectRefOf } from '../../domain/webhook/webhook-subject.ts';
import { appSessionsOf, rangeOf } from '../../storage/bots/bot-indexes.ts';
import type { BotLists } from '../../storage/bots/bot-lists.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CapturedRepository } from '../../storage/bots/captured.ts';
import { refOf } from '../../storage/keys.ts';
import type { WebhookDeliveryRepository } from '../../storage/webhooks/webhook-deliveries.ts';
import { createEachBot, type EachBotPorts } from '../bots/each-bot.ts';
import { createTellNews, type TellNewsPorts } from './tell-news.ts';
import type { Telling } from './webhook-messages.ts';

export interface CatchUpPorts extends TellNewsPorts, EachBotPorts {
  readonly bots: BotLists & Pick<BotRepository, 'get'>;
  readonly captured: Pick<CapturedRepository, 'list'>;
  readonly deliveries: Pick<WebhookDeliveryRepository, 'disabledUrls' | 'ofSubject'>;
}

/** Words may still be written down, and stored, for so long after a bot's end. */
const lateForMs = 24 * 3_600_000;

/** Of what one subscription was told of: the same, however often its address changes. */
const nameOf = (subscription_id: string, identity: string): string => JSON.stringify([subscription_id, identity]);

/**
 * Tells what happened to bots and app sessions of a project since a moment, and of which no delivery is kept: what was lost
 * before any was made. Those who subscribed since are not told; others are told by what they are subscribed to now.
 * Answers how many deliveries are on their way. What is just on its way may be told twice, by the same key.
 * @throws NotFoundError when there is no such bot
 */
export const createCatchUp = (ports: CatchUpPorts) => {
  const { bots, captured, deliveries, webhooksOf } = ports;
  const eachBot = createEachBot(ports);
  const tell = createTellNews(ports);

  const capturedSince = async (bot: Bot, since: string): Promise<WebhookEvent[]> => {
    const events: WebhookEvent[] = [];
    for (const kind of isErased(bot.state) ? [] : capturedKinds) {
      for (const { batch_id, created_at, entries, edited = {} } of await captured.list(refOf(bot), kind)) {
        const before = Object.fromEntries(Object.entries(edited).filter(([, at]) => at < since));
        if (created_at >= since) events.push(...capturedEvents(kind, batch_id, entries));
        events.push(...editedEvents(kind, batch_id, entries, edited, before));
      }
    }
    return events;
  };

  const catchUp = async (bot: Bot, since: string): Promise<number> => {
    const first = bot.events.findIndex(({ created_at }) => created_at >= since);
    // Most of a project's bots are long over: what they captured is not even read.
    const heardUntil = new Date(Date.parse(bot.events.at(-1)?.created_at ?? '') + lateForMs).toISOString();
    if (first === -1 && isFinal(bot.state) && heardUntil < since) return 0;
    const changes = stateChangesSince(first === -1 ? sequenceOf(bot) : first, bot);
    const events = [...changes, ...(await capturedSince(bot, since))];
    if (events.length === 0) return 0;
    const ref = subjectRefOf(bot);
    const { kept, done } = await deliveries.ofSubject(ref);
    const told = new Set([...kept, ...done].map((it) => nameOf(it.subscription_id, it.identity)));
    const { subscriptions } = await webhooksOf(bot.project_id);
    const isLater = new Set(subscriptions.filter((it) => it.created_at > since).map(({ id }) => id));
    const isMissing = ({ event, subscription: { id } }: Telling): boolean =>
      !isLater.has(id) && !told.has(nameOf(id, event.identity));
    return tell([{ ref, subject: botSubject(bot), events }], isMissing);
  };

  return async (project_id: string, since: Date, bot_id?: string): Promise<number> => {
    const from = since.toISOString();
    if (bot_id !== undefined) {
      const bot = await bots.get({ project_id, bot_id });
      if (!bot) throw new NotFoundError('bot');
      return catchUp(bot, from);
    }
    let deliveriesMade = 0;
    for (const range of [rangeOf(project_id, {}), appSessionsOf(project_id)]) {
      for await (const bot of eachBot(project_id, range)) deliveriesMade += await catchUp(bot, from);
    }
    return deliveriesMade;
  };
};
