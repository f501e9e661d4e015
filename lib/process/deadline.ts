/** Bounds in time for everything that is waited for. */

/** Something took longer than it may. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
  constructor(what: string, timeout_ms: number) {
    super(`${what} took longer than ${timeout_ms} ms`);
  }
}

/** Calls back after so much time, unless disposed of. */
export type Later = (duration_ms: number, then: () => void) => Disposable;

export const byTheClock: Later = (duration_ms, then) => {
  const timer = setTimeout(then, duration_ms);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
};

const turnMs = 100;

/**
 * Calls back after so much time as this process has had it, unless disposed of: while a busy machine holds it back none goes by,
 * and what came meanwhile is heard first. For how long whoever shares the machine with it may take.
 */
export const afterOwnTime: Later = (duration_ms, then) => {
  let left = Math.ceil(duration_ms / turnMs);
  let heard: NodeJS.Immediate | undefined;
  const turns = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(turns);
    heard = setImmediate(then);
  }, turnMs);
  return {
    [Symbol.dispose]() {
      clearInterval(turns);
      clearImmediate(heard);
    },
  };
};

const bounded =
  (later: Later) =>
  async <T>(timeout_ms: number, what: string, work: Promise<T>): Promise<T> => {
    const late = Promise.withResolvers<never>();
    using _ = later(timeout_ms, () => late.reject(new DeadlineError(what, timeout_ms)));
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      work.catch(() => undefined);
    }
  };

/** The promise's value, or a DeadlineError when it has none in time. The work itself is not stopped. */
export const within = bounded(byTheClock);

/** The same, by the time that this process has had (`afterOwnTime`). */
export const withinOwnTime = bounded(afterOwnTime);
