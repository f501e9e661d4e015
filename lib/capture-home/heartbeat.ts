/** Tells that a capture worker is alive, and hears whether it is still the one that shall be. */
import { heartbeatEverySeconds } from '../domain/bot/capture-task.ts';
import { log } from '../process/log.ts';
import type { WorkerLine } from '../usecases/worker/worker-line.ts';

const beatAgainAfterMs = 1_000;

/** Beats until disposed, soon again after a beat that failed; `onOthers` hears when the bot is not this worker's. */
export const keepAlive = (line: Pick<WorkerLine, 'beat'>, onOthers: () => void): Disposable => {
  let again: NodeJS.Timeout | undefined;
  const beat = (): void => {
    line.beat().then(
      (isNewest) => isNewest || onOthers(),
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
