import type { BotEventSubType, BotState, BotTrigger } from '../../domain/bot/lifecycle.ts';
import { InvalidTransitionError, NotFoundError, OvertakenError } from '../../domain/errors.ts';
import type { BotRef } from '../../storage/keys.ts';
import { type AdvanceBotPorts, createAdvanceBot, type DecidedOn } from '../lifecycle/advance-bot.ts';

/**
 * A trigger told by a machine (a timer, a worker, a stopped task) rather than asked for by a client. Told too late, or
 * twice, or after more has happened than what it was decided on (`decidedOn`), it changes nothing. Answers the state
 * afterwards; undefined when the bot is gone.
 */
export const createReportTrigger = (ports: AdvanceBotPorts) => {
  const advanceBot = createAdvanceBot(ports);
  return async (
    ref: BotRef,
    trigger: BotTrigger,
    subType: BotEventSubType | null = null,
    decidedOn?: DecidedOn,
  ): Promise<BotState | undefined> => {
    try {
      return (await advanceBot(ref, trigger, subType, decidedOn)).state;
    } catch (error) {
      if (error instanceof NotFoundError) return undefined;
      if (!(error instanceof InvalidTransitionError || error instanceof OvertakenError)) throw error;
      return (await ports.bots.get(ref))?.state;
    }
  };
};
