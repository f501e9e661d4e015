/** Runs what a deployed stack must do, one step after the other in each life, and says how each went. */
import { setTimeout as pause } from 'node:timers/promises';

const secondsSince = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** A busy machine is slow, not wrong: only what hangs meets this wall. */
const longestSeconds = 300;

/** Asks again until `check` is content, and answers what it was content with. What fails meanwhile may pass too. */
export const eventually = async <T>(
  what: string,
  ask: () => Promise<T>,
  check: (value: T) => boolean,
  seconds = longestSeconds,
): Promise<T> => {
  const start = performance.now();
  const answered = () => ask().then((value) => ({ value, isRight: check(value) }));
  for (;;) {
    const answer = await answered().catch((error: unknown) => ({ error }));
    if ('value' in answer && answer.isRight) return answer.value;
    if (performance.now() - start > seconds * 1000) {
      const last = 'value' in answer ? JSON.stringify(answer.value) : String(answer.error);
      throw new Error(`${what}: not within ${seconds} s; the last answer was ${last}`);
    }
    await pause(200);
  }
};

export type Step = <T>(name: string, run: () => T | Promise<T>) => Promise<T>;

/** Steps of a life build on each other, so the first that fails ends it; lives go on side by side. */
export const createSteps = () => {
  let passed = 0;
  const stepsOf =
    (life: string): Step =>
    async (name, run) => {
      const start = performance.now();
      const tell = (how: string): void => console.log(`${how}: ${life}: ${name} (${secondsSince(start)})`);
      try {
        const result = await run();
        passed += 1;
        tell('ok');
        return result;
      } catch (error) {
        tell('FAILED');
        console.error(error);
        throw error;
      }
    };
  return { stepsOf, passed: () => passed };
};
