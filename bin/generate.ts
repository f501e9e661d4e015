/** `npm run generate`: writes the files that derive from the state table and the route table. `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { botLifecycle } from '../statemachines/bot-lifecycle.ts';

const generated: Record<string, () => string> = {
  'statemachines/bot-lifecycle.asl.json': () => `${JSON.stringify(botLifecycle(), null, 2)}\n`,
};

const stale = Object.entries(generated).filter(([path, make]) => {
  const url = new URL(`../${path}`, import.meta.url);
  const before = readIfThere(url);
  const after = make();
  if (before !== after && !process.argv.includes('--check')) writeFileSync(url, after);
  return before !== after;
});

for (const [path] of stale) console.log(`${process.argv.includes('--check') ? 'out of date' : 'written'}: ${path}`);
if (stale.length > 0 && process.argv.includes('--check')) {
  console.error('run `npm run generate` and commit what it writes');
  process.exitCode = 1;
}

function readIfThere(url: URL): string | undefined {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return undefined;
  }
}
