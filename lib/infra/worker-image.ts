/** What the image of the capture worker is built from. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWorker } from '../capture/build/worker.ts';

const dockerfile = fileURLToPath(new URL('./Dockerfile', import.meta.url));

/** Writes all of it into a folder that is there: what changes nothing in the worker changes nothing in the folder. */
export const writeWorkerImage = (folder: string): void => {
  buildWorker(folder);
  copyFileSync(dockerfile, join(folder, 'Dockerfile'));
};
