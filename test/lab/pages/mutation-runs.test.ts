import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type Entry, readEntries } from '../../../bin/judge/entry.ts';
import { mutationRuns } from './mutation-runs.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const heldBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

it('lets go of each page that it changed', async () => {
  const read = readEntries(new URL('../../corpus', import.meta.url).pathname);
  const entries = read.filter((entry): entry is Entry => !(entry instanceof Error));
  await mutationRuns(entries, 20, 1);
  const before = heldBytes();
  await mutationRuns(entries, 100, 1);
  // A page takes more than 100 kB.
  expect((heldBytes() - before) / 100).toBeLessThan(40_000);
});
