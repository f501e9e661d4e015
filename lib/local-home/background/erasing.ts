/** Sees to it that what was deleted is gone from the files soon after, while the service goes on. */
import type { LocalDatabase } from '../../adapters/local/database.ts';

export interface ErasingTimes {
  /** So long after a change, in ms: what changes together is erased together. */
  readonly after_ms: number;
  /** So long after somebody was in the way. */
  readonly again_ms: number;
}

const usual: ErasingTimes = { after_ms: 5_000, again_ms: 200 };

/**
 * Empties the database's log some seconds after each change, whoever made it: until then it holds what was deleted. At the
 * start too, for what a process has left that was killed.
 */
export const startErasing = (
  database: LocalDatabase,
  onFault: (error: unknown) => void,
  { after_ms, again_ms }: ErasingTimes = usual,
): Disposable => {
  let timer: NodeJS.Timeout | undefined;
  const plan = (ms: number): void => {
    timer ??= setTimeout(work, ms).unref();
  };
  const work = (): void => {
    timer = undefined;
    try {
      if (!database.emptyLog()) plan(again_ms);
    } catch (error) {
      onFault(error);
      plan(after_ms);
    }
  };
  const stopListening = database.onChange(() => plan(after_ms));
  plan(0);
  return {
    [Symbol.dispose]: () => {
      stopListening();
      clearTimeout(timer);
    },
  };
};
