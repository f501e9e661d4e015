import * as z from 'zod';
import type { Bot, Step } from '../../domain/bot/bot.ts';
import { isFinal } from '../../domain/bot/lifecycle.ts';
import { DuplicateKeyError, StaleError } from '../../domain/errors.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { attempt, attemptFreeing } from '../attempt.ts';
import { followingNoMore } from '../calendars/calendar-followers.ts';
import { itemKind } from '../item-kind.ts';
import { type BotRef, botKey, deduplicationKey, kindOfRef, refOf } from '../keys.ts';
import { indexKeysOf, stateKeysOf } from './bot-indexes.ts';
import { botItems } from './bot-item.ts';

/** Which bot or app session holds a deduplication key. */
export const botLocks = itemKind('deduplication', () => z.object({ bot_id: z.string() }));

const itemOf = (bot: Bot): Item => botItems.itemOf(botKey(refOf(bot)), bot, indexKeysOf(bot));

const lockOf = (bot: Bot) =>
  bot.deduplication_key === null ? undefined : deduplicationKey(bot.project_id, bot.deduplication_key);

const releaseLock = (bot: Bot): Write[] => {
  const lock = lockOf(bot);
  return lock ? [{ delete: lock, when: { equals: { bot_id: bot.id } } }] : [];
};

/** `lock`: what says so, where that is known. */
const heldKey = ({ deduplication_key }: Bot, lock: Item | undefined): DuplicateKeyError =>
  new DuplicateKeyError(deduplication_key ?? '', lock ? kindOfRef(botLocks.recordOf(lock)) : 'bot');

/** Bots with their events. Every write names the version that it replaces, so no change is ever lost to another. */
export const botRepository = (table: Table) => {
  const writeOver = async (
    bot: Bot,
    own: Write,
    freed: readonly Write[],
    together: readonly Write[],
  ): Promise<void> => {
    const { refusal } = await attemptFreeing(table, [own], freed, together);
    if (refusal?.index === 0) throw new StaleError(bot.id, { cause: refusal });
    if (refusal) throw refusal;
  };

  return {
    /**
     * Stores a new bot, and what belongs together with it. One that is over as soon as it is made holds no key.
     * @throws DuplicateKeyError while another bot or app session of the project holds the deduplication key
     * @throws StaleError when something else, on which it was decided to make the bot, has changed
     */
    async create(bot: Bot, together: readonly Write[] = []): Promise<void> {
      const lock = isFinal(bot.state) ? undefined : lockOf(bot);
      const locking: Write[] = lock
        ? [{ put: botLocks.itemOf(lock, { bot_id: bot.id }), when: { exists: false } }]
        : [];
      const { refusal } = await attempt(
        table.write({ put: itemOf(bot), when: { exists: false } }, ...locking, ...together),
      );
      // Ids are drawn: where one is taken, it is by this very write, whose answer was lost and which was made again.
      if (!refusal?.index) return;
      if (refusal.index > locking.length) throw new StaleError(bot.id, { cause: refusal });
      throw heldKey(bot, refusal.item);
    },

    /** @throws DuplicateKeyError while another bot or app session of the project holds the deduplication key of a new one */
    async checkKey(bot: Bot): Promise<void> {
      const key = lockOf(bot);
      const lock = key && (await table.get(key));
      if (lock) throw heldKey(bot, lock);
    },

    async get(ref: BotRef): Promise<Bot | undefined> {
      const item = await table.get(botKey(ref));
      return item && botItems.recordOf(item);
    },

    /**
     * Writes `bot` over `previous`, its state, events and stream record in one, and what belongs together with it.
     * Entering a final state frees the key.
     * @throws StaleError when the stored bot is no longer `previous`
     */
    async save(bot: Bot, previous: Bot, together: readonly Write[] = []): Promise<void> {
      const freed = isFinal(bot.state) && !isFinal(previous.state) ? releaseLock(bot) : [];
      const put: Write = { put: itemOf(bot), when: { equals: { version: previous.version } } };
      await writeOver(bot, put, freed, together);
    },

    /**
     * Takes a step that any bot in one of its states can take: one write, without a look at the bot before. Answers
     * the bot afterwards, or as it is when it is not in one of those states; no bot when there is none.
     */
    async step(ref: BotRef, { from, event }: Step): Promise<{ isTaken: boolean; bot: Bot | undefined }> {
      const taken = await attempt(
        table.update({
          update: botKey(ref),
          set: { state: event.state, ...stateKeysOf({ id: ref.bot_id, project_id: ref.project_id }, event.state) },
          append: { events: [event] },
          increment: { version: 1 },
          when: { in: { state: from } },
        }),
      );
      const item = taken.isDone ? taken.value : taken.refusal.item;
      return { isTaken: taken.isDone, bot: item && botItems.recordOf(item) };
    },

    /** @throws StaleError when the stored bot is no longer this one */
    async delete(bot: Bot): Promise<void> {
      const deletion: Write = { delete: botKey(refOf(bot)), when: { equals: { version: bot.version } } };
      await writeOver(bot, deletion, releaseLock(bot), followingNoMore(bot));
    },
  };
};
export type BotRepository = ReturnType<typeof botRepository>;
