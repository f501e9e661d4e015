import * as z from 'zod';
import { type Bot, hasUnfinishedRecording, sequenceOf } from '../../domain/bot/bot.ts';
import { isUnheard } from '../../domain/bot/capture-task.ts';
import { deadlineOf } from '../../domain/bot/deadlines.ts';
import { botStates, timerOf } from '../../domain/bot/lifecycle.ts';
import { RecordingUnfinishedError } from '../../domain/errors.ts';
import { type BotRef, refOf } from '../../storage/keys.ts';
import { createReportTrigger } from '../worker/report-trigger.ts';
import { createEnsureCapture, createIsPending, type EnsureCapturePorts, isNeverStarted } from './ensure-capture.ts';
import { createWakeExecution, firstSequenceOf, type WakeExecutionPorts } from './follow-bot.ts';

export type EnterStatePorts = EnsureCapturePorts & WakeExecutionPorts;

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
  execution: z.object({
    project_id: z.string(),
    bot_id: z.string(),
    arrival: Arrival,
    staging_lead_seconds: z.number().optional(),
  }),
});
export type EnterStateInput = z.infer<typeof EnterStateInput>;

type Overdue = NonNullable<ReturnType<typeof timerOf>>;

/** Clocks of two machines differ: a timer that fires up to so long before its deadline is believed. */
const clockSkewMs = 2000;

/**
 * Carries out what entering a state asks for. Level-triggered: it makes its task token known, then looks where the bot is
 * now. If the bot has moved on, it wakes the execution at once. If the state's time is up, it reports the timer's trigger.
 * Otherwise it sees to it that a capture task is at work where one is needed. Safe to repeat at any time.
 * @throws RecordingUnfinishedError for a failed bot whose recording is still to be finished: to be called again
 */
export const createEnterState = (ports: EnterStatePorts) => {
  const wake = createWakeExecution(ports);
  const ensureCapture = createEnsureCapture(ports);
  const report = createReportTrigger(ports);
  const isPending = createIsPending(ports);

  const isOverdue = (bot: Bot, staging_lead_seconds: number | undefined): boolean => {
    const event = bot.events.at(-1);
    const deadline = event && deadlineOf(bot, event, { ...ports, staging_lead_seconds });
    return deadline !== undefined && ports.clock.now().getTime() >= deadline.getTime() - clockSkewMs;
  };

  /** The trigger that is due for a bot that has been in its state for too long. One that never had its turn did not try to join. */
  const overdue = async (bot: Bot, staging_lead_seconds: number | undefined): Promise<Overdue | undefined> => {
    const timer = isOverdue(bot, staging_lead_seconds) ? timerOf(bot.state) : undefined;
    if (timer?.trigger !== 'could_not_join') return timer;
    const task = await ports.captureTasks.get(refOf(bot));
    const isWaiting = isNeverStarted(bot, task) || (task && isUnheard(task)) || (await isPending(task));
    return isWaiting ? { trigger: 'failed', sub_type: 'capture_not_launched' } : timer;
  };

  const attend = async (bot: Bot, staging_lead_seconds: number | undefined): Promise<void> => {
    const due = await overdue(bot, staging_lead_seconds);
    if (due) await report(refOf(bot), due.trigger, due.sub_type, bot);
    else await ensureCapture(bot);
  };

  /** Nothing waits for a failed bot, so the machine comes back until its recording is finished. */
  const attendFailed = async (bot: Bot | undefined): Promise<void> => {
    await ensureCapture(bot);
    if (bot?.state === 'fatal_error' && hasUnfinishedRecording(bot)) throw new RecordingUnfinishedError(bot.id);
  };

  return async ({ state, token, execution_name, execution }: EnterStateInput): Promise<void> => {
    const { project_id, bot_id, arrival, staging_lead_seconds } = execution;
    const ref: BotRef = { project_id, bot_id };
    if (token === undefined) return attendFailed(await ports.bots.get(ref));
    const sequence = 'sequence' in arrival ? arrival.sequence : arrival.Cause.sequence;
    const waiting = { execution_name, state, sequence, first_sequence: firstSequenceOf(execution_name), token };
    await ports.executions.remember(ref, waiting);
    const bot = await ports.bots.get(ref);
    if (!bot) await ports.executions.forget(ref);
    else if (sequenceOf(bot) > sequence) await wake(bot, waiting);
    else await attend(bot, staging_lead_seconds);
  };
};
