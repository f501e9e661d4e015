/** Time for sessions that pass as fast as they are computed. */
import type { SessionClock } from '../../../lib/capture/session/ports.ts';

interface Sleeper {
  readonly until_ms: number;
  readonly wake: () => void;
}

/**
 * Time stands still while anybody has something to do, and then goes on to the next moment that somebody waits for. Ends
 * when nobody waits.
 */
export const aRushingClock = (start_ms: number): SessionClock => {
  let now_ms = start_ms;
  let isRushing = false;
  const sleepers = new Set<Sleeper>();

  const rush = async (): Promise<void> => {
    isRushing = true;
    while (sleepers.size > 0) {
      // Whatever can be done without waiting is done by then: nothing here takes longer than a turn of the loop.
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = [...sleepers].toSorted((one, other) => one.until_ms - other.until_ms);
      if (!next) break;
      sleepers.delete(next);
      now_ms = Math.max(now_ms, next.until_ms);
      next.wake();
    }
    isRushing = false;
  };

  return {
    now_ms: () => now_ms,
    pause(duration_ms, signal) {
      if (signal?.aborted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      const sleeper: Sleeper = { until_ms: now_ms + duration_ms, wake: () => done() };
      const done = (): void => {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      signal?.addEventListener('abort', done);
      sleepers.add(sleeper);
      if (!isRushing) void rush();
      return promise;
    },
  };
};
