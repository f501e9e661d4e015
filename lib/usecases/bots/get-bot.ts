import type { Bot } from '../../domain/bot/bot.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import { type BotRef, kindOfRef } from '../../storage/keys.ts';

/** @throws NotFoundError when the project has no such bot */
export const createGetBot =
  ({ bots }: { bots: Pick<BotRepository, 'get'> }) =>
  async (ref: BotRef): Promise<Bot> => {
    const bot = await bots.get(ref);
    if (!bot) throw new NotFoundError(kindOfRef(ref));
    return bot;
  };
