import { InvalidTransitionError, NotFoundError } from '../domain/errors.ts';
import type { BotEventSubType, BotState, BotTrigger } from '../domain/lifecycle.ts';
import type { BotRef } from '../storage/keys.ts';
import { type AdvanceBotPorts, createAdvanceBot } from './advance-bot.ts';

/**
 * A trigger told by a machine (a timer, a worker, a stopped task) rather than asked for by a client. Told too late, or
 * twice, it changes nothing. Answers the state afterwards; undefined when the bot is gone.
 */
export const createReportTrigger = (ports: AdvanceBotPorts) => {
  const advanceBot = createAdvanceBot(ports);
  return async (
    ref: BotRef,
    trigger: BotTrigger,
    subType: BotEventSubType | null = null,
  ): Promise<BotState | undefined> => {
    try {
      return (await advanceBot(ref, trigger, subType)).state;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      if (error instanceof InvalidTransitionError) return (await ports.bots.get(ref))?.state;
      throw error;
    }
  };
};
export type ReportTrigger = ReturnType<typeof createReportTrigger>;
