/** When each word of a text that grows had come, so that what is cut off its end has a time of its own. Pure. */
import { countShared, type Word, wordsOf } from './words-of.ts';

export interface TimedWord {
  readonly word: string;
  readonly at_ms: number;
}

/** By so many of its last words the end of a text is found in what it has become, wherever that is; one or two may be said again. */
const wordsOfEnd = 3;

/**
 * Behind how many of these words those end of which the first so many are the same; undefined where that cannot be seen. The word behind
 * these is another one now; where fewer than three follow it they are looked for where they come next.
 */
const endIn = (words: readonly Word[], known: readonly TimedWord[], begin: number): number | undefined => {
  const last = known.slice(begin + 1).slice(-wordsOfEnd);
  if (last.length === 0) return undefined;
  const isHere = (_: Word, from: number): boolean =>
    from >= begin && last.every(({ word }, n) => word === words[from + n]?.word);
  const at = last.length < wordsOfEnd ? words.findIndex(isHere) : words.findLastIndex(isHere);
  return at < 0 ? undefined : at + last.length;
};

/**
 * The words of a text that another one has become. What is written in the place of others came when the first of these did: nothing
 * may seem to be said after it was. Where the end was written anew each word stands for one, and what is more than these is new.
 * Those that are taken back stay behind the words of the text: they mostly come again.
 */
export const timedWords = (before: readonly TimedWord[], text: string, now_ms: number): readonly TimedWord[] => {
  const words = wordsOf(text);
  const begin = countShared(before, words);
  const end = endIn(words, before, begin);
  if (end === undefined) {
    const stand = words.map(({ word }, at) => ({ word, at_ms: before[at]?.at_ms ?? now_ms }));
    return [...stand, ...before.slice(stand.length)];
  }
  const alike = countShared(before.slice(begin).reverse(), words.slice(begin, end).reverse());
  const replaced = before[begin] ?? before[begin - 1];
  const cameBefore = (at: number): TimedWord | undefined => {
    if (at < begin) return before[at];
    if (at < end - alike) return replaced;
    return at < end ? before.at(at - end) : undefined;
  };
  return words.map(({ word }, at) => ({ word, at_ms: cameBefore(at)?.at_ms ?? now_ms }));
};

/** Those behind the words of its beginning. */
export const wordsBehind = (words: readonly TimedWord[], beginning: string): readonly TimedWord[] =>
  words.slice(wordsOf(beginning).length);
