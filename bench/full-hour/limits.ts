/** The limits of an account that launching meets, as AWS documents them, on a simulated clock. */

/** Holds so many tokens at most, and gets so many back each second. */
export interface Bucket {
  readonly capacity: number;
  readonly per_second: number;
}

export interface Limits {
  /** Calls of RunTask; each launches one task. */
  readonly run_task: Bucket;
  /** Tasks that Fargate launches. */
  readonly launches: Bucket;
  /** Tasks that may run at a time: a bot takes one vCPU of the quota. */
  readonly tasks: number;
}

/**
 * What an account has that asked for more vCPUs and nothing else.
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/throttling.html
 */
export const standardLimits: Limits = {
  run_task: { capacity: 20, per_second: 20 },
  launches: { capacity: 100, per_second: 20 },
  tasks: Number.POSITIVE_INFINITY,
};

/** Takes a token at a moment, if there is one; moments never go back. */
export const createBucket = ({ capacity, per_second }: Bucket): ((at_ms: number) => boolean) => {
  let tokens = capacity;
  let filled_ms: number | undefined;
  return (at_ms) => {
    tokens = Math.min(capacity, tokens + ((at_ms - (filled_ms ?? at_ms)) / 1000) * per_second);
    filled_ms = at_ms;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
};

export type LimitName = 'RunTask' | 'Fargate launches' | 'vCPUs';

/** An account: answers what refuses a task at a moment, if anything does. */
export const createAccount = ({ run_task, launches, tasks }: Limits): ((at_ms: number) => LimitName | undefined) => {
  const [takeCall, takeLaunch] = [createBucket(run_task), createBucket(launches)];
  let running = 0;
  return (at_ms) => {
    if (!takeCall(at_ms)) return 'RunTask';
    if (running >= tasks) return 'vCPUs';
    if (!takeLaunch(at_ms)) return 'Fargate launches';
    running += 1;
    return undefined;
  };
};
