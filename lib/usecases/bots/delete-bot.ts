import { isAwaited } from '../../domain/bot/lifecycle.ts';
import { InvalidTransitionError } from '../../domain/errors.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';
import { retryStale } from '../retry-stale.ts';
import { createGetBot } from './get-bot.ts';

/**
 * Removes a bot that waits for its time; its execution follows from the table's stream, and its task, where there is one, ends
 * as soon as it asks for a bot that is not there.
 * @throws InvalidTransitionError once it joins: then it can leave, or have its data deleted
 */
export const createDeleteBot = ({ bots }: { bots: Pick<BotRepository, 'get' | 'delete'> }) => {
  const getBot = createGetBot({ bots });
  return (ref: BotRef): Promise<void> =>
    retryStale(async () => {
      const bot = await getBot(ref);
      if (!isAwaited(bot.state)) throw new InvalidTransitionError('delete', bot.state);
      await bots.delete(bot);
    });
};
