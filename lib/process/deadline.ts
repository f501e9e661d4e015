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
