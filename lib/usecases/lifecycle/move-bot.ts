import { isInMeeting } from '../../domain/bot/lifecycle.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pause } from '../../process/pause.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { CaptureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import type { BotRef } from '../../storage/keys.ts';

/**
 * `moved`: another worker has the bot. `not_yet`: none has it after two minutes. `not_movable`: it is not in a meeting, or no
 * worker of it is at work.
 */
export type Move = 'moved' | 'not_yet' | 'not_movable' | 'no_bot';

export interface MoveBotPorts {
  readonly bots: Pick<BotRepository, 'get'>;
  readonly captureTasks: Pick<CaptureTaskRepository, 'get'>;
  /** Has a capture task told, by its platform, that it will end. Answers false when it is gone. */
  readonly warnTask: (taskId: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly pause: Pause;
}

const lookEveryMs = 1_000;
const patienceMs = 120_000;

/** Moves a bot that is in its meeting to a new worker, of the image that was deployed last, and waits until it is there. */
export const createMoveBot =
  ({ bots, captureTasks, warnTask, clock, pause }: MoveBotPorts) =>
  async (ref: BotRef): Promise<Move> => {
    const [bot, task] = await Promise.all([bots.get(ref), captureTasks.get(ref)]);
    if (!bot) return 'no_bot';
    const isAtWork = task?.heartbeat_at !== undefined && task.stopped_at === undefined;
    if (!isAtWork || !task.task_id || !isInMeeting(bot.state)) return 'not_movable';
    if (!(await warnTask(task.task_id))) return 'not_movable';
    for (const until_ms = clock.now().getTime() + patienceMs; clock.now().getTime() < until_ms; ) {
      const current = await captureTasks.get(ref);
      if (current && current.attempt > task.attempt && current.taken_over_at) return 'moved';
      await pause(lookEveryMs);
    }
    return 'not_yet';
  };
