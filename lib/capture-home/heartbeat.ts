/** Tells that a capture worker is alive, and hears whether it is still the one that shall be. */
import { heartbeatEverySeconds } from '../domain/bot/capture-task.ts';
import { log } from '../process/log.ts';
import type { WorkerLine } from '../usecases/worker/worker-line.ts';

const beatAgainAfterMs = 1_000;

/** Beats until disposed, soon again after a beat that failed; a worker whose place another has taken is told to stop. */
export const keepAlive = (line: Pick<WorkerLine, 'beat'>, superseded: AbortController): Disposable => {
  let again: NodeJS.Timeout | undefined;
  const beat = (): void => {
    line.beat().then(
      (isNewest) => isNewest || superseded.abort(new Error('another attempt has taken over')),
      (error) => {
        log.warn('heartbeat failed', {}, error);
        clearTimeout(again);
        again = setTimeout(beat, beatAgainAfterMs);
      },
    );
  };
  beat();
  const timer = setInterval(beat, heartbeatEverySeconds * 1000);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
      clearTimeout(again);
    },
  };
};
