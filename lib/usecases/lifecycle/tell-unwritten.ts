import { type Bot, hasJoined } from '../../domain/bot/bot.ts';
import { needsCapture } from '../../domain/bot/lifecycle.ts';
import { mostUndone } from '../../domain/bot/missing-media.ts';
import { greetingNumber, leftBefore, lostMidway } from '../../domain/bot/orders.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { CommandRepository, OpenCommand } from '../../storage/bots/commands.ts';
import { UnreadableItemError } from '../../storage/item-kind.ts';
import { refOf } from '../../storage/keys.ts';
import { createGiveUpCommand, type GiveUpCommandPorts } from '../bots/give-up-command.ts';

export interface TellUnwrittenPorts extends GiveUpCommandPorts {
  readonly commands: Pick<CommandRepository, 'all'>;
  /** Hears of what cannot be read, which no other try would change. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Shows the client what a bot was to write into the chat, and nobody has, where nobody is in the meeting for it any more: a worker
 * that leaves tells of it, and one that is lost cannot. The newest only, as many as a bot shows. Safe to repeat.
 */
export const createTellUnwritten = (ports: TellUnwrittenPorts) => {
  const giveUpCommand = createGiveUpCommand(ports);

  const openOf = async ({ bot_chat_message, commands_asked = 0, ...bot }: Bot): Promise<readonly OpenCommand[]> => {
    if (!bot_chat_message && commands_asked === 0) return [];
    const known = await ports.commands.all(refOf(bot));
    const isGreeted = !bot_chat_message || known.some(({ number }) => number === greetingNumber);
    const greeting: readonly OpenCommand[] = isGreeted ? [] : [{ number: greetingNumber, chat: bot_chat_message }];
    return [...greeting, ...known.filter(({ state }) => state === 'asked' || state === 'claimed')];
  };

  return async ({ before, after }: { before: Bot | undefined; after: Bot | undefined }): Promise<void> => {
    if (!before || !after || !needsCapture(before.state) || needsCapture(after.state) || !hasJoined(after)) return;
    const ref = refOf(after);
    try {
      for (const command of (await openOf(after)).slice(-mostUndone))
        await giveUpCommand(ref, command, command.state === 'claimed' ? lostMidway : leftBefore);
    } catch (error) {
      if (error instanceof UnreadableItemError) ports.onFault(error);
      else if (!(error instanceof NotFoundError)) throw error;
    }
  };
};
