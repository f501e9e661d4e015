// Comes before every program of package.json, and is older than all else that runs here: whatever Node is there may read it.
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../node_modules', import.meta.url))) {
  console.error('Its packages are not there yet: run `npm ci` first.');
  process.exit(1);
}
