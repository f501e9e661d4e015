import type { Gate } from '../worlds/lifecycle/lifecycle-world.ts';

export type When = 'before' | 'after';

export interface FailingGate extends Gate {
  /** The names of all calls so far. */
  readonly calls: readonly string[];
  readonly hasFailed: () => boolean;
}

/** A gate at which the n-th call fails, once: before it has any effect, or after it had it all. */
export const failingGate = (n: number, when: When): FailingGate => {
  const calls: string[] = [];
  let hasFailed = false;
  const failAt = (at: When, index: unknown): void => {
    if (hasFailed || at !== when || index !== n) return;
    hasFailed = true;
    throw new Error('connection lost');
  };
  return {
    calls,
    hasFailed: () => hasFailed,
    before: async (call) => {
      const index = calls.push(call) - 1;
      failAt('before', index);
      return index;
    },
    after: (_, index) => failAt('after', index),
  };
};

/** A gate at which nothing fails, to count the calls that there are. */
export const countingGate = (): FailingGate => failingGate(-1, 'before');
