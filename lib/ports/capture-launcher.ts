import type { CaptureLoad } from '../domain/bot/capture-load.ts';
import type { WarmTask } from '../domain/bot/warm-task.ts';
import { CaptureNotLaunchedError } from '../domain/errors.ts';
import type { DatedOrder } from './capture-order.ts';

/**
 * The platform has no room for tasks that may be interrupted. It may have some for another kind: that is another order, since the
 * answer to this one may yet turn out to be wrong.
 */
export class NoInterruptibleRoomError extends CaptureNotLaunchedError {}

/** Starts tasks that wait for a bot. */
export interface WarmLauncher {
  /** What tasks for bots of a load are started from now: it changes with every deployment that brings other workers. */
  madeOf(load: CaptureLoad): string;
  /**
   * Starts a task that knows where it finds its order, and answers its id; the same place twice starts one task.
   * @throws CaptureNotLaunchedError with the platform's reason, NoInterruptibleRoomError where another kind may be had
   */
  start(place: Pick<WarmTask, 'load' | 'id' | 'is_uninterrupted'>): Promise<{ task_id: string }>;
}

export interface CaptureLauncher {
  /**
   * Starts a capture task, or has it wait for its turn, and answers its id; the same order twice starts one task. The
   * end of every task that was started is reported to `lifecycle/capture-stopped`.
   * @throws CaptureNotLaunchedError with the platform's reason, NoInterruptibleRoomError where another kind may be had
   */
  launch(order: DatedOrder): Promise<{ task_id: string }>;
  /** Whether the task waits for its turn, or has had it so lately that it cannot have said anything yet. */
  isPending(taskId: string): Promise<boolean>;
  /** Stops a task, or takes it out of the queue; one that is gone is not an error. */
  stop(taskId: string): Promise<void>;
  /** Absent where tasks are there within a second of their order anyway. */
  readonly warm?: WarmLauncher;
}

/**
 * What every worker's environment holds. glibc gives each thread of Node an arena of its own, and what is freed in one
 * is not used by the others: with two a worker's memory stays as it is from the first minutes on, where it grew before.
 */
export const workerEnvironment = { MALLOC_ARENA_MAX: '2' } as const;
