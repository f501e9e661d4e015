import { InvalidTransitionError, StaleBotError } from '../../domain/errors.ts';
import type { BotRepository } from '../../storage/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { createGetBot } from './get-bot.ts';

/**
 * Removes a bot that is scheduled; its execution follows from the table's stream.
 * @throws InvalidTransitionError once it is staged or later: then it can leave, or have its data deleted
 */
export const createDeleteBot = ({ bots }: { bots: Pick<BotRepository, 'get' | 'delete'> }) => {
  const getBot = createGetBot({ bots });
  return async (ref: BotRef): Promise<void> => {
    for (;;) {
      const bot = await getBot(ref);
      if (bot.state !== 'scheduled') throw new InvalidTransitionError('delete', bot.state);
      try {
        return await bots.delete(bot);
      } catch (error) {
        if (!(error instanceof StaleBotError)) throw error;
      }
    }
  };
};
