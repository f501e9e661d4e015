/**
 * `npm run worker-image -- FOLDER [WORKER] [--arch amd64] [--repository NAME]`: writes what the image of a capture worker is
 * built from into a folder, and prints the commands that build and push it.
 */

import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type WorkerName, workerNames } from '../lib/capture/build/worker.ts';
import { isArchitecture } from '../lib/image/architectures.ts';
import { commandsFor } from '../lib/image/commands.ts';
import { writeWorkerImage } from '../lib/infra/fleet/worker-image.ts';
import { projectRoot } from '../lib/infra/functions/bundle.ts';
import { versionIn } from '../lib/infra/version.ts';
import { usage } from './help.ts';

const isWorker = (name: string): name is WorkerName => workerNames.some((one) => one === name);

const { values, positionals } = parseArgs({
  options: { arch: { type: 'string', default: 'arm64' }, repository: { type: 'string' } },
  allowPositionals: true,
});
const { arch, repository } = values;
const [folder, worker = 'capture-worker', ...rest] = positionals;
if (folder === undefined || !isWorker(worker) || !isArchitecture(arch) || rest.length > 0) {
  console.error(usage('bin/worker-image.ts'));
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
writeWorkerImage(worker, folder);
const commands = commandsFor({ folder, worker, architecture: arch, version: versionIn(projectRoot), repository });
console.log(commands.join('\n'));
