import type { Bot } from '../../domain/bot/bot.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type AdvanceBotPorts, createAdvanceBot } from '../lifecycle/advance-bot.ts';

/** Pauses the recording of a bot that stays in its meeting. @throws InvalidTransitionError while it is not recording */
export const createPauseRecording = (ports: AdvanceBotPorts) => {
  const advanceBot = createAdvanceBot(ports);
  return (ref: BotRef): Promise<Bot> => advanceBot(ref, 'pause');
};
