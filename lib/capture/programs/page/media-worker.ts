/** The page's end of its media worker, which is made on first use and lives until the page goes. Runs in the page. */
import type { WorkerCommand, WorkerMessage } from '../protocol/media.ts';

export interface MediaWorker {
  post(command: WorkerCommand, transfer?: Transferable[]): void;
  /** Takes the script that was asked for. */
  provide(script: string): void;
}

/**
 * `want` asks for the worker's script, once. Commands that come before it wait. `onBroken` hears that the worker threw:
 * it is replaced then, and everything that it was given must be given anew.
 */
export const createMediaWorker = (
  want: () => void,
  onMessage: (message: WorkerMessage) => void,
  onBroken: (reason: string) => void,
): MediaWorker => {
  const script = Promise.withResolvers<string>();
  let worker: Promise<Worker> | undefined;

  const start = async (): Promise<Worker> => {
    const address = URL.createObjectURL(new Blob([await script.promise], { type: 'text/javascript' }));
    const made = new Worker(address);
    URL.revokeObjectURL(address);
    made.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => onMessage(data));
    made.addEventListener('error', ({ message }) => {
      made.terminate();
      worker = undefined;
      onBroken(message);
    });
    return made;
  };

  return {
    post(command, transfer = []) {
      if (!worker) {
        want();
        worker = start();
      }
      worker.then((made) => made.postMessage(command, transfer));
    },
    provide: (text) => script.resolve(text),
  };
};
