import type { EndWarning } from '../../ports/capture-order.ts';

/** How a capture worker is told what it is for: by the environment of its task, which the order overrides. */
export const receiveOrder = async (): Promise<NodeJS.ProcessEnv> => process.env;

/** How far the worker is: nobody asks, for Fargate gives each task a machine of its own. */
export const tell = (_: 'arrived' | 'through' | 'warned'): void => undefined;

/**
 * Fargate sends SIGTERM two minutes before it takes a Spot task's machine away, or when a task is stopped, and EventBridge
 * is told at the same time. What is left of the 120 s (`stopTimeout`) is for leaving the meeting.
 */
export const endWarning: EndWarning = { signal: 'SIGTERM', within_ms: 95_000 };
