/** Bounds in time for everything that is waited for. */

/** Something took longer than it may. */
class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  constructor(what: string, timeout_ms: number) {
    super(`${what} took longer than ${timeout_ms} ms`);
  }
}

/** The promise's value, or a DeadlineError when it has none in time. The work itself is not stopped. */
export const within = async <T>(timeout_ms: number, what: string, work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new DeadlineError(what, timeout_ms)), timeout_ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
};

/** Waits, or returns early when the signal says to stop. Never rejects. */
export const pause = (duration_ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, duration_ms);
    signal?.addEventListener('abort', done);
  });
