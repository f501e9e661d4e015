/** `npm run worker-image -- FOLDER [WORKER]`: writes what the image of a capture worker is built from into a folder. */

import { mkdirSync } from 'node:fs';
import { type WorkerName, workerNames } from '../lib/capture/build/worker.ts';
import { writeWorkerImage } from '../lib/infra/fleet/worker-image.ts';
import { usage } from './help.ts';

const isWorker = (name: string): name is WorkerName => workerNames.some((one) => one === name);

const [folder, worker = 'capture-worker', ...rest] = process.argv.slice(2);
if (folder === undefined || !isWorker(worker) || rest.length > 0) {
  console.error(usage('bin/worker-image.ts'));
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
writeWorkerImage(worker, folder);
console.log(`docker build --platform linux/arm64 ${folder}`);
