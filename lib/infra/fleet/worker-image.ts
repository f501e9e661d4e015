/** What the images of capture workers are built from. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWorker, type WorkerName } from '../../capture/build/worker.ts';
import { billOfMaterials, npmComponent } from './shipped/bill-of-materials.ts';
import { licencesText } from './shipped/licences.ts';
import { packagesAmong } from './shipped/packages.ts';

/** The folder with a worker's Dockerfile, and what else that asks for. */
export const imageFolder = (worker: WorkerName): string => fileURLToPath(new URL(`images/${worker}`, import.meta.url));

/** The list, within the image, of the packages that its worker is made of. */
export const npmBillName = 'npm.cdx.json';

/** Writes all of it into a folder that is there: what changes nothing in the worker changes nothing in the folder. */
export const writeWorkerImage = (worker: WorkerName, folder: string): void => {
  const packages = packagesAmong(buildWorker(folder, worker));
  writeFileSync(join(folder, 'licences.txt'), licencesText(packages));
  writeFileSync(join(folder, npmBillName), billOfMaterials(worker, packages.map(npmComponent)));
  cpSync(imageFolder(worker), folder, { recursive: true });
};
