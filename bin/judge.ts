/** `npm run judge -- DIR`: every page of a corpus under a folder, read as its README says. */
import { existsSync } from 'node:fs';
import { readEntries } from './judge/entry.ts';

const [root] = process.argv.slice(2);
if (root === undefined || !existsSync(root)) {
  console.error('name a folder that is there: npm run judge -- test/corpus');
  process.exit(2);
}
const entries = readEntries(root);
const faults = entries.filter((entry) => entry instanceof Error);
for (const { message } of faults) console.error(message);
console.log(`${entries.length - faults.length} entries in the form of test/corpus/README.md, ${faults.length} not`);
if (faults.length > 0) process.exitCode = 1;
