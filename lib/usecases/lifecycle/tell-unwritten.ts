import { type Bot, hasJoined } from '../../domain/bot/bot.ts';
import { isErased, needsCapture } from '../../domain/bot/lifecycle.ts';
import { mostUndone, withUndone } from '../../domain/bot/missing-media.ts';
import { type BotCommand, greetingNumber, leftBefore, lostMidway } from '../../domain/bot/orders.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { attempt } from '../../storage/attempt.ts';
import { type CommandRepository, givingUp, type StoredCommand } from '../../storage/bots/commands.ts';
import { refOf } from '../../storage/keys.ts';
import { type ChangeBotPorts, createChangeBot } from '../bots/change-bot.ts';

export interface TellUnwrittenPorts extends ChangeBotPorts {
  readonly commands: Pick<CommandRepository, 'all'>;
  readonly clock: Clock;
}

type Open = BotCommand & { readonly state?: StoredCommand['state'] };

/**
 * Shows the client what a bot was to write into the chat, and nobody has, where nobody is in the meeting for it any more: a worker
 * that leaves tells of it, and one that is lost cannot. The newest only, as many as a bot shows. Safe to repeat.
 */
export const createTellUnwritten = (ports: TellUnwrittenPorts) => {
  const changeBot = createChangeBot(ports);

  const openOf = async ({ bot_chat_message, commands_asked = 0, ...bot }: Bot): Promise<readonly Open[]> => {
    if (!bot_chat_message && commands_asked === 0) return [];
    const known = await ports.commands.all(refOf(bot));
    const isGreeted = !bot_chat_message || known.some(({ number }) => number === greetingNumber);
    const greeting: readonly Open[] = isGreeted ? [] : [{ number: greetingNumber, chat: bot_chat_message }];
    return [...greeting, ...known.filter(({ state }) => state === 'asked' || state === 'claimed')];
  };

  return async ({ before, after }: { before: Bot | undefined; after: Bot | undefined }): Promise<void> => {
    if (!before || !after || !needsCapture(before.state) || needsCapture(after.state) || !hasJoined(after)) return;
    const ref = refOf(after);
    for (const command of (await openOf(after)).slice(-mostUndone)) {
      const reason = command.state === 'claimed' ? lostMidway : leftBefore;
      const telling = changeBot(ref, (bot) =>
        isErased(bot.state)
          ? undefined
          : {
              bot: withUndone(bot, 'message_not_sent', ports.clock.now(), reason),
              with: [givingUp(ref, command, reason)],
            },
      );
      try {
        // A worker may have told of it meanwhile.
        await attempt(telling);
      } catch (error) {
        if (error instanceof NotFoundError) return;
        throw error;
      }
    }
  };
};
