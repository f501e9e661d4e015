import { captureLoadOf } from '../../domain/bot/capture-load.ts';
import { successorAttempt } from '../../domain/bot/capture-task.ts';
import { isInMeeting } from '../../domain/bot/lifecycle.ts';
import { CaptureNotLaunchedError } from '../../domain/errors.ts';
import type { CaptureLauncher } from '../../ports/capture-launcher.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pause } from '../../process/pause.ts';
import { retry } from '../../process/retry.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CaptureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import type { BotRef } from '../../storage/keys.ts';

export interface OrderSuccessorPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly captureTasks: Pick<CaptureTaskRepository, 'get' | 'note'>;
  readonly launcher: Pick<CaptureLauncher, 'launch'>;
  readonly clock: Clock;
  readonly pause: Pause;
}

/**
 * Spot warns two minutes before the end, and whoever calls this comes again after one. Until then it is asked for again: some
 * 15 seconds in all, which fit into a call.
 */
const again = { first_ms: 1_000, jitter: 0.5, most_tries: 5 };

/** So long another order may still come in time. Then the task has ended, or nobody ends it, and it goes on with its bot. */
const inTimeMs = 120_000;

/**
 * A capture task is about to end while its bot is in a meeting, as its platform warns: orders another task, which joins
 * beside it and takes over. It is the very order that would be given once the task had ended, so that nobody starts a
 * third one should it end too soon. Does nothing for a task that is not its bot's any more, and for a bot that is not in a
 * meeting. One that is refused for a moment, as where very many are ordered at once, is ordered again. Safe to repeat.
 * Answers that it is refused where another order would come too late: the task is then replaced once it has ended.
 * @throws CaptureNotLaunchedError when no task could be started, and one that is ordered in a minute may still come in time
 */
export const createOrderSuccessor = ({ bots, captureTasks, launcher, clock, pause }: OrderSuccessorPorts) => {
  const order = async (ref: BotRef, attempt: number): Promise<void> => {
    const [bot, task] = await Promise.all([bots.get(ref), captureTasks.get(ref)]);
    if (!bot || !isInMeeting(bot.state)) return;
    const isOwn = task?.attempt === attempt && task.mode === 'capture' && task.stopped_at === undefined;
    if (!isOwn || task.successor_stopped_at) return;
    const successor_asked_at = task.successor_asked_at ?? clock.now().toISOString();
    if (!(await captureTasks.note(ref, attempt, { successor_asked_at }))) return;
    const next = { ...ref, attempt: successorAttempt(task), mode: 'capture', join_at: bot.join_at } as const;
    const { task_id } = await launcher.launch({ ...next, load: captureLoadOf(bot) });
    await captureTasks.note(ref, attempt, { successor_task_id: task_id });
  };
  const isPassing = (error: unknown): boolean => error instanceof CaptureNotLaunchedError;
  const isLate = async (ref: BotRef): Promise<boolean> => {
    const { successor_asked_at } = (await captureTasks.get(ref)) ?? {};
    return successor_asked_at !== undefined && clock.now().getTime() - Date.parse(successor_asked_at) > inTimeMs;
  };

  return async (ref: BotRef, attempt: number): Promise<{ isRefused: boolean }> => {
    try {
      await retry(() => order(ref, attempt), { ...again, pause, isPassing });
      return { isRefused: false };
    } catch (error) {
      if (!isPassing(error) || !(await isLate(ref))) throw error;
      return { isRefused: true };
    }
  };
};
