import { applyTrigger, type Bot, calledOf, sequenceOf, stepOf } from '../../domain/bot/bot.ts';
import { type BotEventSubType, type BotTrigger, refusalOf } from '../../domain/bot/lifecycle.ts';
import { NotFoundError, OvertakenError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import { type BotRef, kindOfRef } from '../../storage/keys.ts';
import { retryStale } from '../retry-stale.ts';

export interface AdvanceBotPorts {
  readonly bots: Pick<BotRepository, 'get' | 'save' | 'step'>;
  readonly clock: Clock;
}

/** What a decision is made on: how much had happened to the bot, and when it was to join. */
export type DecidedOn = Pick<Bot, 'events' | 'schedule_version'>;

const isOvertaken = (seen: DecidedOn, bot: Bot): boolean =>
  sequenceOf(bot) !== sequenceOf(seen) || bot.schedule_version !== seen.schedule_version;

/**
 * The only writer of a bot's state: one conditional write of state and event. What is the same for every bot in a
 * state that allows the trigger is written at once; else load, decide, write. A trigger that was decided on by looking
 * at the bot comes with what was seen (`decidedOn`), and does not apply once more has happened, or the bot has another appointment.
 * @throws NotFoundError when there is no such bot
 * @throws InvalidTransitionError when the state table does not allow the trigger now
 * @throws OvertakenError when the bot is not any more what it was decided on
 */
export const createAdvanceBot =
  ({ bots, clock }: AdvanceBotPorts) =>
  async (
    ref: BotRef,
    trigger: BotTrigger,
    subType: BotEventSubType | null = null,
    decidedOn?: DecidedOn,
  ): Promise<Bot> => {
    const step = decidedOn ? undefined : stepOf(trigger, subType, clock.now());
    if (step) {
      const { isTaken, bot } = await bots.step(ref, step);
      if (!bot) throw new NotFoundError(kindOfRef(ref));
      if (isTaken) return bot;
      throw refusalOf(trigger, bot.state, calledOf(bot));
    }
    return retryStale(async () => {
      const bot = await bots.get(ref);
      if (!bot) throw new NotFoundError(kindOfRef(ref));
      if (decidedOn && isOvertaken(decidedOn, bot)) throw new OvertakenError(bot.id);
      const advanced = applyTrigger(bot, trigger, subType, clock.now());
      await bots.save(advanced, bot);
      return advanced;
    });
  };
