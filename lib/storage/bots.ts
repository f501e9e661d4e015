import type { Bot } from '../domain/bot.ts';
import { DuplicateKeyError, StaleBotError } from '../domain/errors.ts';
import { isFinal } from '../domain/lifecycle.ts';
import { ConditionFailedError, type Item, type Query, type Table, type Write } from '../ports/table.ts';
import { type BotRef, botKey, botListing, deduplicationKey, refOf } from './keys.ts';

/** The bot in an item of the table or of its stream; undefined for items of another kind. */
export const botOfItem = (item: Item): Bot | undefined => {
  if (item.kind !== 'bot') return undefined;
  const { pk, sk, listing_pk, listing_sk, kind, metadata, ...bot } = item;
  return { ...bot, metadata: JSON.parse(String(metadata)) } as unknown as Bot;
};

const itemOf = (bot: Bot): Item => ({
  ...botKey(refOf(bot)),
  listing_pk: botListing(bot.project_id),
  listing_sk: bot.id,
  kind: 'bot',
  ...bot,
  // As text, so that it comes back as it was: DynamoDB nests 32 levels deep and has numbers of its own.
  metadata: JSON.stringify(bot.metadata),
});

const lockOf = (bot: Bot) =>
  bot.deduplication_key === null ? undefined : deduplicationKey(bot.project_id, bot.deduplication_key);

const releaseLock = (bot: Bot): Write[] => {
  const lock = lockOf(bot);
  return lock ? [{ delete: lock, when: { equals: { bot_id: bot.id } } }] : [];
};

/** A table is asked for at most this many items at once. */
const mostKeys = 100;

/** Bots with their events. Every write names the version that it replaces, so no change is ever lost to another. */
export const botRepository = (table: Table) => {
  const writeOver = async (bot: Bot, writes: Write[]): Promise<void> => {
    try {
      await table.write(...writes);
    } catch (error) {
      if (error instanceof ConditionFailedError && error.index === 0) throw new StaleBotError(bot.id, { cause: error });
      throw error;
    }
  };

  return {
    /** @throws DuplicateKeyError while another bot of the project holds the deduplication key */
    async create(bot: Bot): Promise<void> {
      const lock = lockOf(bot);
      try {
        await table.write(
          { put: itemOf(bot), when: { exists: false } },
          ...(lock ? [{ put: { ...lock, kind: 'deduplication', bot_id: bot.id }, when: { exists: false } }] : []),
        );
      } catch (error) {
        if (error instanceof ConditionFailedError && error.index === 1) {
          throw new DuplicateKeyError(bot.deduplication_key ?? '');
        }
        throw error;
      }
    },

    async get(ref: BotRef): Promise<Bot | undefined> {
      const item = await table.get(botKey(ref));
      return item && botOfItem(item);
    },

    /**
     * Writes `bot` over `previous`, its state, events and stream record in one. Entering a final state frees the key.
     * @throws StaleBotError when the stored bot is no longer `previous`
     */
    async save(bot: Bot, previous: Bot): Promise<void> {
      const freed = isFinal(bot.state) && !isFinal(previous.state) ? releaseLock(bot) : [];
      await writeOver(bot, [{ put: itemOf(bot), when: { equals: { version: previous.version } } }, ...freed]);
    },

    /** @throws StaleBotError when the stored bot is no longer this one */
    async delete(bot: Bot): Promise<void> {
      await writeOver(bot, [
        { delete: botKey(refOf(bot)), when: { equals: { version: bot.version } } },
        ...releaseLock(bot),
      ]);
    },

    /** Ids of a project's bots in the order of creation, at most `limit`, after (or before) `after`. */
    async listIds(projectId: string, range: Pick<Query, 'after' | 'order'> & { limit: number }): Promise<string[]> {
      const items = await table.query({ index: 'listing', partition: botListing(projectId), ...range });
      return items.map(({ listing_sk }) => String(listing_sk));
    },

    /** Bots in the order asked for; those gone meanwhile are left out. */
    async getMany(projectId: string, ids: readonly string[]): Promise<Bot[]> {
      const keys = ids.map((bot_id) => botKey({ project_id: projectId, bot_id }));
      const reads: Promise<Item[]>[] = [];
      for (let i = 0; i < keys.length; i += mostKeys) reads.push(table.getMany(keys.slice(i, i + mostKeys)));
      return (await Promise.all(reads)).flat().flatMap((item) => botOfItem(item) ?? []);
    },
  };
};
export type BotRepository = ReturnType<typeof botRepository>;
