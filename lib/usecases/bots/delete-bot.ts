import { InvalidTransitionError } from '../../domain/errors.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { retryStale } from '../retry-stale.ts';
import { createGetBot } from './get-bot.ts';

/**
 * Removes a bot that is scheduled; its execution follows from the table's stream.
 * @throws InvalidTransitionError once it is staged or later: then it can leave, or have its data deleted
 */
export const createDeleteBot = ({ bots }: { bots: Pick<BotRepository, 'get' | 'delete'> }) => {
  const getBot = createGetBot({ bots });
  return (ref: BotRef): Promise<void> =>
    retryStale(async () => {
      const bot = await getBot(ref);
      if (bot.state !== 'scheduled') throw new InvalidTransitionError('delete', bot.state);
      await bots.delete(bot);
    });
};
