import type { Bot } from '../../domain/bot/bot.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type AdvanceBotPorts, createAdvanceBot } from '../lifecycle/advance-bot.ts';

/** Resumes a recording. @throws InvalidTransitionError while it is not paused */
export const createResumeRecording = (ports: AdvanceBotPorts) => {
  const advanceBot = createAdvanceBot(ports);
  return (ref: BotRef): Promise<Bot> => advanceBot(ref, 'resume');
};
