import { type Pause, pause as waitFor } from './pause.ts';

/**
 * What comes of some work within so long; undefined when it takes longer, which it may, and be waited for again.
 * @throws what the work throws meanwhile
 */
export const inTime = <T>(work: Promise<T>, most_ms: number, pause: Pause = waitFor): Promise<T | undefined> => {
  const done = new AbortController();
  const end = (): void => done.abort();
  work.then(end, end);
  return Promise.race([work, pause(most_ms, done.signal).then(() => undefined)]);
};
