/** Bounds in time for everything that is waited for. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Something took longer than it may. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  constructor(what: string, timeout_ms: number) {
    super(`${what} took longer than ${timeout_ms} ms`);
  }
}

/** The promise's value, or a DeadlineError when it has none in time. The work itself is not stopped. */
export const within = async <T>(timeout_ms: number, what: string, work: Promise<T>): Promise<T> => {
  const done = new AbortController();
  const late = sleep(timeout_ms, undefined, { signal: done.signal }).then(() => {
    throw new DeadlineError(what, timeout_ms);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
    work.catch(() => undefined);
  }
};

/** Waits, or returns early when the signal says to stop. Never rejects. */
export const pause = async (duration_ms: number, signal?: AbortSignal): Promise<void> => {
  await sleep(duration_ms, undefined, signal ? { signal } : {}).catch(() => undefined);
};
