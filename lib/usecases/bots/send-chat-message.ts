import type { Bot } from '../../domain/bot/bot.ts';
import { isJoined } from '../../domain/bot/lifecycle.ts';
import { faultOfReader } from '../../domain/bot/platform-limits.ts';
import type { BotChatMessage } from '../../domain/bot/settings.ts';
import { InvalidTransitionError, ValidationError } from '../../domain/errors.ts';
import { askingFor } from '../../storage/bots/commands.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type ChangeBotPorts, createChangeBot } from './change-bot.ts';

/**
 * Has a bot write something into the chat of its meeting. The message is stored together with the bot that counts it;
 * its worker, which hears of the count, sends it then. Asked for again, it is written again.
 * @throws InvalidTransitionError while the bot is not in its meeting
 * @throws ValidationError where bots cannot write to whom it is for
 */
export const createSendChatMessage = (ports: ChangeBotPorts) => {
  const changeBot = createChangeBot(ports);
  return (ref: BotRef, chat: BotChatMessage): Promise<Bot> =>
    changeBot(ref, (bot) => {
      if (!isJoined(bot.state)) throw new InvalidTransitionError('send a chat message', bot.state);
      const fault = faultOfReader(bot.platform, chat.to);
      if (fault) throw new ValidationError({ to: [fault] });
      const number = (bot.commands_asked ?? 0) + 1;
      return { bot: { ...bot, commands_asked: number }, with: [askingFor(ref, { number, chat })] };
    });
};
