import type { EndWarning } from '../../ports/capture-order.ts';
import { taskEnd } from '../../process/environment/task-end.ts';
import { environment } from '../../process/environment.ts';

/** How a capture worker is told what it is for: by the environment of its task, which the order overrides. */
export const receiveOrder = async (): Promise<NodeJS.ProcessEnv> => process.env;

/** How far the worker is: nobody asks, for Fargate gives each task a machine of its own. */
export const tell = (_: 'arrived' | 'through' | 'warned'): void => undefined;

/**
 * Fargate sends SIGTERM two minutes before it takes a Spot task's machine away, or when a task is stopped, and EventBridge
 * is told at the same time. STOP_TIMEOUT_SECONDS is the task's `stopTimeout` where it is not Fargate's.
 */
export const endWarning: EndWarning = { signal: 'SIGTERM', within_ms: environment(taskEnd).relieved_within_ms };
