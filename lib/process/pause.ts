/** Waits, or returns early when the signal says to stop. Never rejects. */
export type Pause = (duration_ms: number, signal?: AbortSignal) => Promise<void>;

// By the global timer, which tests can turn themselves.
export const pause: Pause = (duration_ms, signal) =>
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
