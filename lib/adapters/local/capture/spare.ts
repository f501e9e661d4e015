/** One worker ahead of its time: its program is loaded before there is an order, which on a busy machine takes seconds. */
import type { WorkerProcess } from './worker-process.ts';

/** What has just begun has the machine for itself for a moment. */
const calmForMs = 3_000;
/** One that ended by itself may do so again. */
const againAfterMs = 30_000;

export interface Spare {
  /** The worker that waits, if there is one. It has no order yet, and may still be loading. */
  take(): WorkerProcess | undefined;
  /** Has one made soon, unless there is one. Asked again, it waits anew. */
  wish(): void;
  close(): void;
}

export const createSpare = (
  start: () => Promise<WorkerProcess>,
  onFault: (error: unknown) => void,
  { calm_ms = calmForMs, again_ms = againAfterMs } = {},
): Spare => {
  let spare: WorkerProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const prepareAfter = (ms: number): void => {
    clearTimeout(timer);
    timer = isClosed ? undefined : setTimeout(prepare, ms).unref();
  };

  const keep = (made: WorkerProcess): void => {
    if (isClosed || spare) {
      made.kill('no spare worker is needed');
      return;
    }
    spare = made;
    void made.ended.then(() => {
      if (spare !== made) return;
      spare = undefined;
      prepareAfter(again_ms);
    });
  };

  const prepare = (): void => {
    if (spare) return;
    start().then(keep, (error: unknown) => {
      onFault(error);
      prepareAfter(again_ms);
    });
  };

  return {
    take: () => {
      const taken = spare;
      spare = undefined;
      return taken;
    },
    wish: () => {
      if (!spare) prepareAfter(calm_ms);
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      spare?.kill('the service stops');
      spare = undefined;
    },
  };
};
