/** The worker processes of one machine: started when there is an order or ahead of it, and ended when they hang. */
import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { isMissing } from '../../../process/disk/file-faults.ts';
import { log } from '../../../process/log.ts';
import { folderNames } from '../folder-names.ts';
import { createSpare } from './spare.ts';
import { createWatch, type Watch } from './watch.ts';
import { startWorker, type WorkerProcess } from './worker-process.ts';

/** Where the logs of a data folder's workers are. */
export const logsFolder = (folder: string): string => join(folder, folderNames.logs);

/** As nothing that another process has left. */
const spareName = `spare-${randomUUID()}`;
/** Whether a log is that of a worker which this process keeps ready: it may have been quiet for months. */
export const isOfSpare = (log: string): boolean => log.startsWith(spareName);

export interface WorkersOptions {
  readonly program: string;
  /** The folder of their logs. */
  readonly logs: string;
  readonly keeps_spare: boolean;
}

export interface Workers extends Disposable {
  readonly watch: Watch;
  /** A worker that waits for its order, its log under this name. @throws CaptureNotLaunchedError when none starts */
  start(name: string): Promise<WorkerProcess>;
  /** There is time to get ready for the next order. */
  prepare(): void;
}

export const createWorkers = ({ program, logs, keeps_spare }: WorkersOptions): Workers => {
  const watch = createWatch();
  const logOf = (name: string): string => join(logs, `${name}.log`);

  const start = async (name: string): Promise<WorkerProcess> => {
    const worker = await startWorker(program, logOf(name));
    const watched = watch.add(worker);
    void worker.ended.then(() => watched[Symbol.dispose]());
    return worker;
  };

  const spare = createSpare(
    () => start(`${spareName}-${Date.now()}`),
    (error) => log.warn('no capture worker could be started ahead of its order', {}, error),
  );

  /** Has the log of the spare under the name of what it is for. */
  const rename = (ready: WorkerProcess, name: string): void => {
    try {
      renameSync(ready.log, logOf(name));
    } catch (error) {
      // Somebody has tidied up: it writes on, into a file that nobody reads.
      if (isMissing(error)) return;
      // Nobody knows of it any more.
      ready.kill('its log cannot be named');
      throw error;
    }
  };

  return {
    watch,
    start: async (name) => {
      const ready = spare.take();
      if (ready) rename(ready, name);
      return ready ?? start(name);
    },
    prepare: () => {
      if (keeps_spare) spare.wish();
    },
    [Symbol.dispose]: () => {
      spare.close();
      watch.close();
    },
  };
};
