import * as z from 'zod';
import { type Bot, sequenceOf } from '../domain/bot.ts';
import { deadlineOf } from '../domain/deadlines.ts';
import { botStates, entryEffect, needsCapture, timerOf } from '../domain/lifecycle.ts';
import type { BotRef } from '../storage/keys.ts';
import { createEnsureCapture, type EnsureCapturePorts } from './ensure-capture.ts';
import { createWakeExecution, executionName, type FollowBotPorts } from './follow-bot.ts';
import { createReportTrigger } from './report-trigger.ts';

export type EnterStatePorts = EnsureCapturePorts & FollowBotPorts;

const Sequence = z.object({ sequence: z.int().positive() });
/** How the execution came here: by the expected step, or by one that travelled as a named error. */
const Arrival = z.union([
  Sequence,
  z.object({ Cause: z.string().transform((text) => Sequence.parse(JSON.parse(text))) }),
]);

/** What the state machine hands to the function when it enters a state. Without a token it does not wait. */
export const EnterStateInput = z.object({
  state: z.enum(botStates),
  token: z.string().optional(),
  execution_name: z.string(),
  execution: z.object({ project_id: z.string(), bot_id: z.string(), arrival: Arrival }),
});
export type EnterStateInput = z.infer<typeof EnterStateInput>;

const firstSequenceOf = (name: string, botId: string): number =>
  name.startsWith(executionName(botId, 0).slice(0, -1)) ? Number(name.slice(botId.length + 1)) || 1 : 1;

/** Clocks of two machines differ: a timer that fires is taken at its word this long before its deadline. */
const clockSkewMs = 2000;

/**
 * Carries out what entering a state asks for. Level-triggered: having made its task token known, it looks where the bot
 * is now. Has the bot moved on, the execution is woken at once; is the state's time up, its timer trigger is reported;
 * is the bot here to stay, the state's entry effect is seen to. So it may be repeated at any time.
 */
export const createEnterState = (ports: EnterStatePorts) => {
  const wake = createWakeExecution(ports);
  const ensureCapture = createEnsureCapture(ports);
  const report = createReportTrigger(ports);

  const isOverdue = (bot: Bot): boolean => {
    const event = bot.events.at(-1);
    const deadline = event && deadlineOf(bot, event);
    return deadline !== undefined && ports.clock.now().getTime() >= deadline.getTime() - clockSkewMs;
  };

  return async ({ state, token, execution_name, execution }: EnterStateInput): Promise<void> => {
    const ref: BotRef = { project_id: execution.project_id, bot_id: execution.bot_id };
    const { arrival } = execution;
    const sequence = 'sequence' in arrival ? arrival.sequence : arrival.Cause.sequence;
    const waiting = token && {
      execution_name,
      state,
      sequence,
      first_sequence: firstSequenceOf(execution_name, ref.bot_id),
      token,
    };
    if (waiting) await ports.executions.remember(ref, waiting);
    const bot = await ports.bots.get(ref);
    if (!bot) return;
    if (sequenceOf(bot) > sequence) {
      if (waiting) await wake(bot, waiting);
      return;
    }
    const timer = timerOf(state);
    if (timer && isOverdue(bot)) await report(ref, timer.trigger, timer.sub_type);
    else if (entryEffect(state) || needsCapture(state)) await ensureCapture(bot);
  };
};
