import type { Bot } from '../../domain/bot/bot.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { Write } from '../../ports/table.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { retryStale } from '../retry-stale.ts';

export interface ChangeBotPorts {
  readonly bots: Pick<BotRepository, 'get' | 'save'>;
}

/** The bot as it is to be, and what is written together with it; undefined when nothing is to change. */
export type Change = { readonly bot: Bot; readonly with?: readonly Write[] } | undefined;

/**
 * Changes what is stored of a bot, but for its state: load, decide, one conditional write; again when somebody else
 * was faster. `decide` may refuse by throwing, and may be called more than once. Answers the bot afterwards.
 * @throws NotFoundError when there is no such bot
 */
export const createChangeBot =
  ({ bots }: ChangeBotPorts) =>
  (ref: BotRef, decide: (bot: Bot) => Change | Promise<Change>): Promise<Bot> =>
    retryStale(async () => {
      const bot = await bots.get(ref);
      if (!bot) throw new NotFoundError('bot');
      const change = await decide(bot);
      if (!change) return bot;
      const changed = { ...change.bot, version: bot.version + 1 };
      await bots.save(changed, bot, change.with);
      return changed;
    });
