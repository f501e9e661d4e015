/** The page's end of its media worker, which is made on first use and lives until the page goes. Runs in the page. */
import type { WorkerCommand, WorkerMessage, WorkerNews } from '../protocol/media.ts';

/** One that breaks before it has said anything would break again at once, as on a page that has no codecs for it. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

export interface MediaWorker {
  post(command: WorkerCommand, transfer?: Transferable[]): void;
  /** Takes the script that was asked for. */
  provide(script: Promise<Blob>): void;
}

/**
 * `want` asks for the worker's script, once for each worker. Commands that come before it wait. `onBroken` hears that the worker
 * threw, or could not be made: it is replaced then, and everything that it was given must be given anew. One that breaks again
 * and again is replaced later and later.
 */
export const createMediaWorker = (
  want: () => void,
  onMessage: (message: WorkerNews) => void,
  onBroken: (reason: string) => void,
): MediaWorker => {
  let script = Promise.withResolvers<Blob>();
  let worker: Promise<Worker | undefined> | undefined;
  /** How many have broken since one has said something. */
  let broken = 0;

  const lost = (reason: string): void => {
    worker = undefined;
    broken += 1;
    onBroken(reason);
  };
  const make = async (): Promise<Worker> => {
    const address = URL.createObjectURL(await script.promise);
    const made = new Worker(address);
    const obey = (command: WorkerCommand): void => made.postMessage(command);
    URL.revokeObjectURL(address);
    made.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      // Each asks for it, also one that breaks with the first thing that it is given.
      if (data.type === 'clock_wanted')
        return obey({ type: 'clock', at_ms: performance.now(), origin_ms: performance.timeOrigin });
      broken = 0;
      onMessage(data);
    });
    made.addEventListener('error', ({ message }) => {
      made.terminate();
      lost(message);
    });
    return made;
  };
  const start = async (): Promise<Worker | undefined> => {
    const pause_ms = broken < 2 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (broken - 2));
    if (pause_ms > 0) await new Promise((resolve) => setTimeout(resolve, pause_ms));
    want();
    try {
      return await make();
    } catch (error) {
      // The next script that comes may be whole.
      script = Promise.withResolvers<Blob>();
      lost(String(error));
      return undefined;
    }
  };

  return {
    post(command, transfer = []) {
      worker ??= start();
      worker.then((made) => made?.postMessage(command, transfer));
    },
    provide(given) {
      given.then(script.resolve, script.reject);
    },
  };
};
