/** Something that may be lost while it is asked. */

/** Hears of the loss and tells all who wait. Nothing is remembered of work that is done, however much there is of it. */
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
    /** What comes of the work; once all is lost nothing does, and it rejects at once. */
    async orLost<T>(work: Promise<T>): Promise<T> {
      // A race with one promise that outlives all others would keep what each of them brought.
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
