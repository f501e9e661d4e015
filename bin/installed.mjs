// Comes before every program of package.json, and is older than all else that runs here: whatever Node is there may read it.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

if (!existsSync(new URL('../node_modules', import.meta.url))) {
  console.error('Its packages are not there yet: run `npm ci` first.');
  process.exit(1);
}

// What a program has compiled, the next start of it need not, nor the workers that it starts. A folder that cannot be written, or
// a Node that knows no such thing, does without (https://nodejs.org/api/module.html#module-compile-cache).
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);
