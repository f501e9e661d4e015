/** Lets callers stop waiting for an answer as soon as whoever should give it is lost. */

/**
 * A loss rejects every wait that is pending. Waits that are over are forgotten: memory does not grow with their number.
 */
export const createLoss = () => {
  const waiting = new Set<(reason: Error) => void>();
  let reason: Error | undefined;
  return {
    get isLost(): boolean {
      return reason !== undefined;
    },
    lose(why: string): void {
      reason ??= new Error(why);
      for (const reject of waiting) reject(reason);
    },
    /** The outcome of the work; rejects as soon as the loss is told, and at once after it. */
    async orLost<T>(work: Promise<T>): Promise<T> {
      // Promise.race against one promise that lives as long as the page would keep the result of every wait in memory.
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      waiting.add(reject);
      work.then(resolve, reject);
      if (reason) reject(reason);
      try {
        return await promise;
      } finally {
        waiting.delete(reject);
      }
    },
  };
};
