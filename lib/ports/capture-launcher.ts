import type { CaptureOrder } from './capture-order.ts';

export interface CaptureLauncher {
  /**
   * Starts a capture task and answers its id; the same order twice starts one task. The end of every task is reported
   * to `lifecycle/capture-stopped`.
   * @throws CaptureNotLaunchedError with the platform's reason
   */
  launch(order: CaptureOrder): Promise<{ task_id: string }>;
  /** Stops a task; one that is gone is not an error. */
  stop(taskId: string): Promise<void>;
}

/**
 * What every worker's environment holds. glibc gives each thread of Node an arena of its own, and what is freed in one
 * is not used by the others: with two a worker's memory stays as it is from the first minutes on, where it grew before.
 */
export const workerEnvironment = { MALLOC_ARENA_MAX: '2' } as const;
