/** What is looked for in a transcript. */
import type { Entry } from './entries.ts';

/** The entries that say something, or are by somebody called so, with their places among all; every one for nothing. `wanted` is in lower case. */
export const foundIn = <T extends Pick<Entry, 'who' | 'text'>>(
  entries: readonly T[],
  wanted: string,
): { entry: T; index: number }[] =>
  entries.flatMap((entry, index) =>
    entry.text.toLowerCase().includes(wanted) || entry.who.toLowerCase().includes(wanted) ? [{ entry, index }] : [],
  );
