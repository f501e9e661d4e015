import type { Bot } from '../../domain/bot/bot.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type AdvanceBotPorts, createAdvanceBot } from '../lifecycle/advance-bot.ts';

/** Asks a bot to leave. @throws InvalidTransitionError when it is leaving already, has left, or is not due yet */
export const createLeaveBot = (ports: AdvanceBotPorts) => {
  const advanceBot = createAdvanceBot(ports);
  return (ref: BotRef): Promise<Bot> => advanceBot(ref, 'leave', 'user_requested');
};
