import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { corpus } from './corpus.ts';
import { mutationRuns } from './mutation-runs.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const runs = 100;

const heldBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

it('lets go of each page that it changed', async () => {
  const held = async (): Promise<number> => {
    await mutationRuns(corpus, runs, 1);
    return heldBytes();
  };
  // What stays of the first time is compiled code and the like: the same runs again add pages, or nothing.
  const before = await held();
  // A page takes more than 100 kB.
  expect(((await held()) - before) / runs).toBeLessThan(40_000);
});
