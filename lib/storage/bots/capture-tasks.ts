import * as z from 'zod';
import { type CaptureMode, type CaptureTask, captureModes } from '../../domain/bot/capture-task.ts';
import type { Table } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type BotRef, captureTaskKey } from '../keys.ts';

const taskItems = itemKind<CaptureTask>('capture_task', () =>
  z.object({
    attempt: z.number(),
    lost: z.number(),
    mode: z.enum(captureModes),
    is_anew: z.literal(true).exactOptional(),
    is_uninterrupted: z.literal(true).exactOptional(),
    launched_at: z.string(),
    task_id: z.string().exactOptional(),
    heartbeat_at: z.string().exactOptional(),
    heard_before_at: z.string().exactOptional(),
    stopped_at: z.string().exactOptional(),
    refused: z.literal(true).exactOptional(),
    refused_since: z.string().exactOptional(),
    ended_with_service: z.literal(true).exactOptional(),
    successor_asked_at: z.string().exactOptional(),
    successor_task_id: z.string().exactOptional(),
    successor_attempt: z.number().exactOptional(),
    successor_stopped_at: z.string().exactOptional(),
    taken_over_at: z.string().exactOptional(),
    relieved_attempt: z.number().exactOptional(),
    handed_over_at: z.string().exactOptional(),
  } satisfies Fields<CaptureTask>),
);

/** The capture task started last for each bot. */
export const captureTaskRepository = (table: Table) => ({
  async get(ref: BotRef): Promise<CaptureTask | undefined> {
    const item = await table.get(captureTaskKey(ref));
    return item && taskItems.recordOf(item);
  },

  /** Notes a decision to launch, after `previous`. Answers false when somebody else decided first. */
  async claim(ref: BotRef, task: CaptureTask, previous: CaptureTask | undefined): Promise<boolean> {
    const writing = table.write({
      put: taskItems.itemOf(captureTaskKey(ref), task),
      when: previous ? { equals: { attempt: previous.attempt } } : { exists: false },
    });
    return (await attempt(writing)).isDone;
  },

  /**
   * Notes what became known of the attempt, of this mode where one is named. Answers false when the attempt has been replaced
   * by another.
   */
  async note(
    ref: BotRef,
    number: number,
    facts: Partial<Omit<CaptureTask, 'attempt' | 'lost' | 'mode' | 'launched_at'>>,
    mode?: CaptureMode,
  ): Promise<boolean> {
    const when = { equals: { attempt: number, ...(mode && { mode }) } };
    return (await attempt(table.write({ update: captureTaskKey(ref), set: facts, when }))).isDone;
  },
});
export type CaptureTaskRepository = ReturnType<typeof captureTaskRepository>;
