import { isErased } from '../../domain/bot/lifecycle.ts';
import { withUndone } from '../../domain/bot/missing-media.ts';
import type { Clock } from '../../ports/clock.ts';
import { attempt } from '../../storage/attempt.ts';
import { givingUp, type OpenCommand } from '../../storage/bots/commands.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type ChangeBotPorts, createChangeBot } from './change-bot.ts';

export interface GiveUpCommandPorts extends ChangeBotPorts {
  readonly clock: Clock;
}

/**
 * Ends a command that is not carried out, and shows the client why, in one. Nothing happens when it is no longer what it
 * was: then it was carried out, or somebody has told of it. Safe to repeat.
 * @throws NotFoundError when there is no such bot
 */
export const createGiveUpCommand = (ports: GiveUpCommandPorts) => {
  const changeBot = createChangeBot(ports);
  return async (ref: BotRef, command: OpenCommand, reason: string): Promise<void> => {
    const telling = changeBot(ref, (bot) =>
      isErased(bot.state)
        ? undefined
        : {
            bot: withUndone(bot, 'message_not_sent', { at: ports.clock.now(), why: reason }),
            with: [givingUp(ref, command, reason)],
          },
    );
    await attempt(telling);
  };
};
