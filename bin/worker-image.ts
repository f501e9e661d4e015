/** `npm run worker-image -- FOLDER`: writes what the image of the capture worker is built from into a folder. */
import { mkdirSync } from 'node:fs';
import { writeWorkerImage } from '../lib/infra/worker-image.ts';

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0) {
  console.error('usage: npm run worker-image -- FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
writeWorkerImage(folder);
console.log(`docker build --platform linux/arm64 ${folder}`);
