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

/** Of these pages alone, so often that each lies below the other. */
const runsOf = (...names: readonly string[]) =>
  mutationRuns(
    corpus.filter(({ name }) => names.includes(name)),
    100,
    1,
  );

it('takes a removal below the page of who waits for the refusal that it is to them', async () => {
  const { wrong, as_below } = await runsOf('zoom/z20-webinar-host', 'zoom/z45-removed-indonesian');
  expect(wrong).toEqual([]);
  expect(as_below).toBeGreaterThan(0);
});
