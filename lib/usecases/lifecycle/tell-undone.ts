import { type Bot, hasJoined } from '../../domain/bot/bot.ts';
import { isErased, needsCapture } from '../../domain/bot/lifecycle.ts';
import { mostUndone, withUndone } from '../../domain/bot/missing-media.ts';
import { greetingNumber, leftBefore, lostMidway } from '../../domain/bot/orders.ts';
import { NotFoundError, UnreadableItemError } from '../../domain/errors.ts';
import type { CommandRepository, OpenCommand } from '../../storage/bots/commands.ts';
import { type BotRef, refOf } from '../../storage/keys.ts';
import { createChangeBot } from '../bots/change-bot.ts';
import { createGiveUpCommand, type GiveUpCommandPorts } from '../bots/give-up-command.ts';

export interface TellUndonePorts extends GiveUpCommandPorts {
  readonly commands: Pick<CommandRepository, 'all'>;
  /** Hears of what cannot be read, which no other try would change. */
  readonly onFault: (error: unknown) => void;
}

/**
 * Shows the client what a bot was to write into the chat or to play, and nobody has, where nobody is in the meeting for it any more:
 * a worker that leaves tells of messages, and one that is lost cannot. The newest only, as many as a bot shows. Safe to repeat.
 */
export const createTellUndone = (ports: TellUndonePorts) => {
  const giveUpCommand = createGiveUpCommand(ports);

  const changeBot = createChangeBot(ports);

  /** One that had begun ends with the bot, and there is nothing to be told of it. */
  const endVideo = (ref: BotRef): Promise<Bot> =>
    changeBot(ref, ({ output_video, ...bot }) => {
      if (!output_video) return undefined;
      if (output_video.started_at !== undefined || isErased(bot.state)) return { bot };
      return { bot: withUndone(bot, 'video_not_played', { at: ports.clock.now(), why: leftBefore }) };
    });

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
      if (after.output_video) await endVideo(ref);
      for (const command of (await openOf(after)).slice(-mostUndone))
        await giveUpCommand(ref, command, command.state === 'claimed' ? lostMidway : leftBefore);
    } catch (error) {
      if (error instanceof UnreadableItemError) ports.onFault(error);
      else if (!(error instanceof NotFoundError)) throw error;
    }
  };
};
