/** What the images of capture workers are built from. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWorker, type WorkerName } from '../../capture/build/worker.ts';

/** The folder with a worker's Dockerfile. */
export const imageFolder = (worker: WorkerName): string => fileURLToPath(new URL(`images/${worker}`, import.meta.url));

/** Writes all of it into a folder that is there: what changes nothing in the worker changes nothing in the folder. */
export const writeWorkerImage = (worker: WorkerName, folder: string): void => {
  buildWorker(folder, worker);
  copyFileSync(join(imageFolder(worker), 'Dockerfile'), join(folder, 'Dockerfile'));
};
