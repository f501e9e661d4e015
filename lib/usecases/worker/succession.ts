/** How a worker stands to the one before it and the one after it, while two of them are in a bot's meeting. */
import { type CaptureMode, type CaptureTask, isSuccessorOf, relievedBy } from '../../domain/bot/capture-task.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CaptureTaskRepository } from '../../storage/bots/capture-tasks.ts';
import type { BotRef } from '../../storage/keys.ts';

/**
 * `at_work`: the bot is its own. `standby`: it still is the predecessor's, who waits to be relieved. `relieved`: the
 * successor has taken over. `superseded`: another one has the bot, or nobody.
 */
export type Standing = 'at_work' | 'standby' | 'relieved' | 'superseded';

export interface SuccessionPorts {
  readonly captureTasks: Pick<CaptureTaskRepository, 'get' | 'claim' | 'note'>;
  readonly clock: Clock;
}

const standingOf = (task: CaptureTask | undefined, attempt: number, mode: CaptureMode): Standing => {
  // A bot that is over may have a task of the same number that only finishes its recording.
  if (task?.mode !== mode) return 'superseded';
  if (task.attempt === attempt) return 'at_work';
  if (isSuccessorOf(task, attempt)) return 'standby';
  return relievedBy(task) === attempt ? 'relieved' : 'superseded';
};

/** Safe to repeat, all of it. */
export const createSuccession = (
  { captureTasks, clock }: SuccessionPorts,
  ref: BotRef,
  attempt: number,
  mode: CaptureMode = 'capture',
) => ({
  standing: async (): Promise<Standing> => standingOf(await captureTasks.get(ref), attempt, mode),

  /** Makes the bot this worker's, once it is in the meeting and records. Answers false when it is not to have it. */
  async takeOver(): Promise<boolean> {
    const task = await captureTasks.get(ref);
    const standing = standingOf(task, attempt, mode);
    if (!task || standing !== 'standby') return standing === 'at_work';
    const now = clock.now().toISOString();
    const { successor_task_id: task_id, heartbeat_at: heard_before_at } = task;
    // The one before it was not lost, so nothing is counted against the bot.
    const own: CaptureTask = {
      attempt,
      lost: 0,
      mode: 'capture',
      launched_at: now,
      heartbeat_at: now,
      taken_over_at: now,
      relieved_attempt: task.attempt,
    };
    const facts = { ...(task_id && { task_id }), ...(heard_before_at && { heard_before_at }) };
    // The one before it may have been found dead in this very moment: then the bot is this worker's as well.
    return (await captureTasks.claim(ref, { ...own, ...facts }, task)) || (await this.standing()) === 'at_work';
  },

  /** Tells the successor, which has taken over, until when everything is told. */
  async handOver(until: Date): Promise<void> {
    const task = await captureTasks.get(ref);
    if (!task || relievedBy(task) !== attempt) return;
    await captureTasks.note(ref, task.attempt, { handed_over_at: until.toISOString() });
  },

  /** Until when the predecessor has told everything; whether it still tells, or was lost before it was relieved. */
  async predecessor(): Promise<Date | 'telling' | 'lost'> {
    const task = await captureTasks.get(ref);
    if (task?.attempt !== attempt || !task.taken_over_at) return 'lost';
    return task.handed_over_at ? new Date(task.handed_over_at) : 'telling';
  },
});
export type Succession = ReturnType<typeof createSuccession>;
