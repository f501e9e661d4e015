import type { CaptureTask } from '../domain/bot/capture-task.ts';
import { ConditionFailedError, type Item, type Table } from '../ports/table.ts';
import { type BotRef, captureTaskKey } from './keys.ts';

const taskOfItem = (item: Item): CaptureTask => {
  const { pk, sk, kind, ...task } = item;
  return task as unknown as CaptureTask;
};

/** The capture task started last for each bot. */
export const captureTaskRepository = (table: Table) => ({
  async get(ref: BotRef): Promise<CaptureTask | undefined> {
    const item = await table.get(captureTaskKey(ref));
    return item && taskOfItem(item);
  },

  /** Notes a decision to launch, after `previous`. Answers false when somebody else decided first. */
  async claim(ref: BotRef, task: CaptureTask, previous: CaptureTask | undefined): Promise<boolean> {
    try {
      await table.write({
        put: { ...captureTaskKey(ref), kind: 'capture_task', ...task },
        when: previous ? { equals: { attempt: previous.attempt } } : { exists: false },
      });
      return true;
    } catch (error) {
      if (error instanceof ConditionFailedError) return false;
      throw error;
    }
  },

  /** Notes what became known of the attempt. Answers false when the attempt has been replaced by another. */
  async note(
    ref: BotRef,
    attempt: number,
    facts: Partial<Pick<CaptureTask, 'task_id' | 'heartbeat_at' | 'stopped_at' | 'refused'>>,
  ): Promise<boolean> {
    try {
      await table.write({ update: captureTaskKey(ref), set: facts, when: { equals: { attempt } } });
      return true;
    } catch (error) {
      if (error instanceof ConditionFailedError) return false;
      throw error;
    }
  },
});
export type CaptureTaskRepository = ReturnType<typeof captureTaskRepository>;
