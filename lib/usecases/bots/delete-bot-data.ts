import type { Bot } from '../../domain/bot/bot.ts';
import { isErased } from '../../domain/bot/lifecycle.ts';
import { InvalidTransitionError } from '../../domain/errors.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type AdvanceBotPorts, createAdvanceBot } from '../lifecycle/advance-bot.ts';
import { createGetBot } from './get-bot.ts';

/**
 * Removes what a bot brought back from its meeting, for good. From the answer on it reads as empty; objects and items
 * are removed by way of the table's stream (`erase-captured`), however many they are. Safe to repeat.
 * @throws InvalidTransitionError while the bot is not finished
 */
export const createDeleteBotData = (ports: AdvanceBotPorts) => {
  const getBot = createGetBot(ports);
  const advanceBot = createAdvanceBot(ports);
  return async (ref: BotRef): Promise<Bot> => {
    try {
      return await advanceBot(ref, 'delete_data');
    } catch (error) {
      const bot = error instanceof InvalidTransitionError ? await getBot(ref) : undefined;
      if (bot && isErased(bot.state)) return bot;
      throw error;
    }
  };
};
