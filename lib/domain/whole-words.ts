/** Words in texts that people write, in whatever case, and whole: no part of a longer word. */

/** A text as a pattern that finds just it. */
export const asPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Finds any of these, the longest first; undefined where there is none. `g`: all of them in a text, one after the other. */
export const wholeWords = (words: readonly string[], flags: '' | 'g' = ''): RegExp | undefined => {
  const longestFirst = [...new Set(words)]
    .filter((one) => one !== '')
    .toSorted((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return undefined;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.map(asPattern).join('|')})(?![\\p{L}\\p{N}])`, `${flags}iu`);
};
