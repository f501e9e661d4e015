import { appointmentOf, type Bot, sequenceOf } from '../../domain/bot/bot.ts';
import { allowancesOf } from '../../domain/bot/deadlines.ts';
import { type BotState, expectedNext, isFinal } from '../../domain/bot/lifecycle.ts';
import type { OperatedTimes } from '../../domain/transcription/transcription-server.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LifecycleExecution } from '../../ports/lifecycle-execution.ts';
import type { ExecutionRepository, WaitingExecution } from '../../storage/bots/executions.ts';
import { refOf } from '../../storage/keys.ts';

export interface WakeExecutionPorts extends OperatedTimes {
  readonly executions: ExecutionRepository;
  readonly lifecycle: LifecycleExecution;
  readonly clock: Clock;
}

export interface FollowBotPorts extends WakeExecutionPorts {
  /** How long before it joins a scheduled bot is to be staged, where it is not the usual time. */
  readonly planStaging: (bot: Bot) => Promise<number | undefined>;
}

/**
 * An execution of Step Functions holds 25,000 history events. A bot state that is entered at once takes six of them, its
 * heartbeats none; one whose function fails 400 times, throughout an outage, up to 1,600. A life goes on in a fresh
 * execution while there is room for ten such states.
 */
const mostStepsPerExecution = 1000;

/** An execution's name derives from its bot, its appointment and where it begins: starting it twice is harmless. */
export const executionName = (
  { id, schedule_version }: Pick<Bot, 'id' | 'schedule_version'>,
  firstSequence: number,
): string => `${id}-${schedule_version}-${firstSequence}`;
/** Whether an execution is one for the bot's appointment, and not for one that it had before. */
export const isOfAppointment = (
  { execution_name, first_sequence }: WaitingExecution,
  bot: Pick<Bot, 'id' | 'schedule_version'>,
): boolean => execution_name === executionName(bot, first_sequence);
/** The sequence at which the execution of a name began. */
export const firstSequenceOf = (name: string): number => Number(name.slice(name.lastIndexOf('-') + 1));

const stateAt = (bot: Bot, sequence: number): BotState => bot.events[sequence - 1]?.state ?? bot.state;

/** Starts an execution of a bot in the state that the event `sequence` led to. Safe to repeat. */
const startAt = (
  ports: Omit<WakeExecutionPorts, 'executions'>,
  bot: Bot,
  sequence: number,
  staging_lead_seconds?: number,
): Promise<void> =>
  ports.lifecycle.start(executionName(bot, sequence), {
    project_id: bot.project_id,
    bot_id: bot.id,
    state: stateAt(bot, sequence),
    arrival: { sequence },
    ...(staging_lead_seconds !== undefined && { staging_lead_seconds }),
    timeouts: allowancesOf(bot, ports.clock.now(), { ...ports, staging_lead_seconds }),
  });

/**
 * Wakes an execution that waits behind its bot, one event at a time: the machine walks every step that the bot took,
 * and only the last one has effects. Safe to repeat: a spent token changes nothing.
 */
export const createWakeExecution =
  (ports: Omit<WakeExecutionPorts, 'executions'>) =>
  async (bot: Bot, waiting: WaitingExecution): Promise<void> => {
    const sequence = waiting.sequence + 1;
    if (sequence > sequenceOf(bot)) return;
    const to = stateAt(bot, sequence);
    if (sequence - waiting.first_sequence >= mostStepsPerExecution && !isFinal(to)) {
      await startAt(ports, bot, sequence);
      await ports.lifecycle.resume(waiting.token, { to: 'continued', sequence, expected: false });
      return;
    }
    await ports.lifecycle.resume(waiting.token, { to, sequence, expected: to === expectedNext(waiting.state) });
  };

/** Keeps the execution in step with its bot: started with it, woken when it moves on, stopped when it is gone. */
export const createFollowBot = (ports: FollowBotPorts) => {
  const { executions, lifecycle } = ports;
  const wake = createWakeExecution(ports);
  const startAnew = async (bot: Bot, sequence: number): Promise<void> =>
    startAt(ports, bot, sequence, bot.state === 'scheduled' ? await ports.planStaging(bot) : undefined);

  return async (change: { before: Bot | undefined; after: Bot | undefined }): Promise<void> => {
    const { before, after } = change;
    const bot = after ?? before;
    if (!bot) return;
    const ref = refOf(bot);
    if (!before) await startAnew(bot, 1);
    if (before && after && after.schedule_version !== before.schedule_version) {
      // What waits is timed for the old appointment, of which it has its name: another takes its place.
      await startAnew(after, sequenceOf(after));
      await lifecycle.stop(executionName(before, appointmentOf(before)?.sequence ?? sequenceOf(before)));
      return;
    }
    if (before && after && sequenceOf(after) === sequenceOf(before)) return;
    const waiting = await executions.get(ref);
    if (!after) {
      await lifecycle.stop(executionName(bot, sequenceOf(bot)));
      if (waiting) await executions.forget(ref);
    } else if (waiting) {
      await wake(after, waiting);
    }
  };
};
