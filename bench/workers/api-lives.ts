/** Random lives over HTTP in this thread, until they are enough or it is time. Throws with the seed at a violation. */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import './in-process-api.ts';

const { commands } = await import('../../test/lab/api/commands.ts');
const { live } = await import('../../test/lab/api/life.ts');

export interface LivesInput {
  readonly seed: number;
  readonly lives: number;
  readonly most_ms: number;
}
export interface Lives {
  readonly lives: number;
  readonly commands: number;
  readonly steps: readonly string[];
}

const { seed, lives, most_ms } = workerData as LivesInput;
const seen = new Set<string>();
const done = { lives: 0, commands: 0 };
const property = fc.asyncProperty(commands(10), async (some) => {
  await live(some, seen);
  done.lives += 1;
  done.commands += some.length;
});
await fc.assert(property, { numRuns: lives, seed, interruptAfterTimeLimit: most_ms });
parentPort?.postMessage({ ...done, steps: [...seen] } satisfies Lives);
