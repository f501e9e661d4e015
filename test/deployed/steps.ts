/** Runs what a deployed stack must do, one step after the other, and says how each went. */
import { setTimeout as pause } from 'node:timers/promises';

const secondsSince = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Asks again until `check` is content, and answers what it was content with. */
export const eventually = async <T>(
  what: string,
  ask: () => Promise<T>,
  check: (value: T) => boolean,
  seconds = 60,
) => {
  const start = performance.now();
  for (;;) {
    const value = await ask();
    if (check(value)) return value;
    if (performance.now() - start > seconds * 1000) {
      throw new Error(`${what}: not within ${seconds} s; the last answer was ${JSON.stringify(value)}`);
    }
    await pause(200);
  }
};

/** Steps build on each other, so the first that fails ends the run. */
export const createSteps = () => {
  let passed = 0;
  const step = async <T>(name: string, run: () => T | Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      const result = await run();
      passed += 1;
      console.log(`ok: ${name} (${secondsSince(start)})`);
      return result;
    } catch (error) {
      console.log(`FAILED: ${name} (${secondsSince(start)})`);
      throw error;
    }
  };
  return { step, passed: () => passed };
};
export type Step = ReturnType<typeof createSteps>['step'];
