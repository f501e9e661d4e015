import { captureLoadOf } from '../../domain/bot/capture-load.ts';
import { isJoined } from '../../domain/bot/lifecycle.ts';
import type { CaptureLauncher } from '../../ports/capture-launcher.ts';
import type { Clock } from '../../ports/clock.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CaptureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import type { BotRef } from '../../storage/keys.ts';

export interface OrderSuccessorPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly captureTasks: Pick<CaptureTaskRepository, 'get' | 'note'>;
  readonly launcher: Pick<CaptureLauncher, 'launch'>;
  readonly clock: Clock;
}

/**
 * A capture task is about to end while its bot is in a meeting, as its platform warns: orders another task, which joins
 * beside it and takes over. It is the very order that would be given once the task had ended, so that nobody starts a
 * third one should it end too soon. Does nothing for a task that is not its bot's any more, and for a bot that is not in a
 * meeting. Safe to repeat.
 * @throws CaptureNotLaunchedError when no task could be started
 */
export const createOrderSuccessor =
  ({ bots, captureTasks, launcher, clock }: OrderSuccessorPorts) =>
  async (ref: BotRef, attempt: number): Promise<void> => {
    const [bot, task] = await Promise.all([bots.get(ref), captureTasks.get(ref)]);
    if (!bot || !isJoined(bot.state)) return;
    const isOwn = task?.attempt === attempt && task.mode === 'capture' && task.stopped_at === undefined;
    if (!isOwn || task.successor_stopped_at) return;
    const successor_asked_at = task.successor_asked_at ?? clock.now().toISOString();
    if (!(await captureTasks.note(ref, attempt, { successor_asked_at }))) return;
    const order = { ...ref, attempt: attempt + 1, mode: 'capture', join_at: bot.join_at } as const;
    const { task_id } = await launcher.launch({ ...order, load: captureLoadOf(bot) });
    await captureTasks.note(ref, attempt, { successor_task_id: task_id });
  };
