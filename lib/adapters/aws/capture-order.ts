import type { EndWarning } from '../../ports/capture-order.ts';

/** How a capture worker is told what it is for: by the environment of its task, which the order overrides. */
export const receiveOrder = async (): Promise<NodeJS.ProcessEnv> => process.env;

/** How far the worker is: nobody asks, for Fargate gives each task a machine of its own. */
export const tell = (_: 'arrived' | 'through' | 'warned'): void => undefined;

/** What Fargate gives a task at most between SIGTERM and SIGKILL. */
const fargateStopSeconds = 120;
/** So much of that is for leaving the meeting. */
const leavingSeconds = 25;

/**
 * Fargate sends SIGTERM two minutes before it takes a Spot task's machine away, or when a task is stopped, and EventBridge
 * is told at the same time. STOP_TIMEOUT_SECONDS is the task's `stopTimeout` where it is not Fargate's.
 */
export const endWarning: EndWarning = {
  signal: 'SIGTERM',
  within_ms: 1_000 * (Number(process.env.STOP_TIMEOUT_SECONDS ?? fargateStopSeconds) - leavingSeconds),
};
