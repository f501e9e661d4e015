import { setTimeout as pause } from 'node:timers/promises';

/** How long a test looks for what it waits for: `PATIENCE_MS`, or minutes, as a busy machine is slow and not wrong. */
export const longestMs = Number(process.env.PATIENCE_MS ?? 2 * 60_000);

/** A look that comes too late on a busy machine is no look; whoever does not look again hears of it. */
const lookIn = async <T>(look: () => T | Promise<T>, isLast: boolean): Promise<[T, true] | [undefined, false]> => {
  try {
    return [await look(), true];
  } catch (error) {
    if (isLast || !(error instanceof Error && error.name === 'DeadlineError')) throw error;
    return [undefined, false];
  }
};

/** Looks take something of a processor, too: the longer it takes, the seldomer, down to so often. */
const [seldomer, seldomMs] = [1.3, 250];

/**
 * What is looked at, once it is as wished: `expect.poll` for hooks and helpers, which belong to no test.
 * @throws after minutes, with what was seen last
 */
export const until = async <T>(
  look: () => T | Promise<T>,
  isAsWished: (seen: T) => boolean,
  every_ms = 50,
): Promise<T> => {
  const end_ms = performance.now() + longestMs;
  for (let pause_ms = every_ms; ; pause_ms = Math.min(pause_ms * seldomer, Math.max(every_ms, seldomMs))) {
    const isLast = performance.now() > end_ms;
    const [seen, isSeen] = await lookIn(look, isLast);
    if (isSeen && isAsWished(seen)) return seen;
    if (isLast) throw new Error(`waited in vain, and saw at last: ${JSON.stringify(seen)}`);
    await pause(pause_ms);
  }
};
