/** What is looked for in a transcript. */
import type { Entry } from './entries.ts';

/** In lower case, letter for letter: of all letters this one alone would become two, and what follows it would be elsewhere. */
export const lowered = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

/** Where something stands in a text, each time. `wanted` is in lower case. */
export const placesIn = (text: string, wanted: string): number[] => {
  const places: number[] = [];
  if (wanted === '') return places;
  const lower = lowered(text);
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) places.push(at);
  return places;
};

/** The entries that say something, or are by somebody called so, with their places among all; every one for nothing. `wanted` is in lower case. */
export const foundIn = <T extends Pick<Entry, 'who' | 'text'>>(
  entries: readonly T[],
  wanted: string,
): { entry: T; index: number }[] =>
  entries.flatMap((entry, index) =>
    lowered(entry.text).includes(wanted) || lowered(entry.who).includes(wanted) ? [{ entry, index }] : [],
  );
