/** What a capture task is told of its own end. */
import * as z from 'zod';

/** What Fargate gives a task at most between SIGTERM and SIGKILL, and so what ours have where nobody says less or more. */
const fargateStopSeconds = 120;
/** So much of that is for leaving the meeting. */
const leavingSeconds = 25;

/** How long a task that is told to end may wait for its successor. */
export const taskEnd = z
  .object({ STOP_TIMEOUT_SECONDS: z.coerce.number().min(leavingSeconds).default(fargateStopSeconds) })
  .transform(({ STOP_TIMEOUT_SECONDS }) => ({ relieved_within_ms: 1_000 * (STOP_TIMEOUT_SECONDS - leavingSeconds) }));
