/** What a page holds for whoever drives it, without a browser: handles, and functions of the page that make them. */
import type { JSHandle } from 'puppeteer-core';

export const handleOf = <T>(value: T) => ({
  value,
  evaluate: async <R>(ask: (value: T) => R): Promise<R> => ask(value),
  [Symbol.asyncDispose]: async (): Promise<void> => undefined,
});

/** What is given as a handle: the page gets what it stands for. */
const heldBy = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && 'value' in given ? given.value : given;

export const evaluateHandle = async (act: (...input: unknown[]) => unknown, ...input: unknown[]) =>
  handleOf(await act(...input.map(heldBy)));

/** What is asked in the page whether it is right. */
export const conditionOf = (isRight: () => boolean): JSHandle<() => boolean> =>
  handleOf(isRight) as unknown as JSHandle<() => boolean>;
