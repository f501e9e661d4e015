/** Lets several wait for the same moment. */

/** Gives a function whose promises resolve all at once, so often while anybody waits. */
export const createBeat = (every_ms: number): (() => Promise<void>) => {
  let next: PromiseWithResolvers<void> | undefined;
  return () => {
    if (!next) {
      const beat = Promise.withResolvers<void>();
      next = beat;
      setTimeout(() => {
        next = undefined;
        beat.resolve();
      }, every_ms);
    }
    return next.promise;
  };
};
