/** What somebody goes on to say, where all of it comes each time. Pure. */
import { countShared, type Word, wordsOf } from './words-of.ts';

/** Of what was told, so many words tell where it ends. */
const mostCompared = 30;
/** Of a long text that was corrected in many places the end may have moved further: the words themselves tell it then. */
const mostMoved = 8;
/** Of what was told, and of a text, so many letters before the end of what was told: its last words are there wherever they moved. */
const nearEnd = 2_000;
/** There is a word in it, and none goes on behind it. One expression for both would look through a long text once for each letter. */
const endsBetweenWords = (text: string): boolean => /\s$/u.test(text) && /[\p{L}\p{N}]/u.test(text);

interface EndOfTold {
  /** At least a third of the words: else something else is said. */
  readonly isSame: boolean;
  readonly behind: number;
}

/**
 * Behind how many of these words those end that were told, and behind a beginning that both share. Each word that both have, in its
 * order, counts two. Each that was put between them takes one away, and so does each that the beginning of what is compared has moved
 * by, up to `mostMoved`. A word in the place of another is passed over: what it replaces was told. Of places that count the same the
 * first loses nothing.
 */
const endOfTold = (told: readonly Word[], words: readonly Word[]): EndOfTold => {
  const shared = countShared(told, words);
  const last = told.slice(shared).slice(-mostCompared);
  const rest = words.slice(shared);
  const passed = told.length - shared - last.length;
  const moved = (at: number): number => (passed === 0 ? at : Math.min(mostMoved, Math.abs(at - passed)));
  // As far as each of these words, the best so far.
  let counts = Array.from({ length: rest.length + 1 }, (_, at) => -moved(at));
  for (const { word } of last) {
    const next = [counts[0] ?? 0];
    for (const [at, heard] of rest.entries()) {
      const withIt = (counts[at] ?? 0) + (heard.word === word ? 2 : 0);
      next.push(Math.max(withIt, counts[at + 1] ?? 0, (next[at] ?? 0) - 1));
    }
    counts = next;
  }
  const compared = Math.min(told.length, mostCompared);
  const best = Math.max(...counts);
  const isSame = 3 * (best + 2 * (compared - last.length)) >= 2 * compared;
  return { isSame, behind: isSame ? shared + counts.indexOf(best) : shared };
};

interface BehindTold {
  /** Whether the text goes on with what was told: else something else is said. */
  readonly isSame: boolean;
  readonly rest: string;
}

const behindSame = (told: string, text: string): BehindTold => {
  const words = wordsOf(text);
  const { isSame, behind } = endOfTold(wordsOf(told), words);
  return { isSame, rest: behind === 0 ? text : text.slice(words[behind]?.index ?? text.length) };
};

/** What of a text comes behind the words that were told, of which some may be corrected meanwhile. */
export const findBehindTold = (told: string, text: string): BehindTold => {
  // Of a long talk that only grows, what was told is not taken apart with each word.
  if (text.startsWith(told) && endsBetweenWords(told)) {
    const rest = text.slice(told.length);
    return { isSame: true, rest: rest.slice(wordsOf(rest)[0]?.index ?? rest.length) };
  }
  // Nor is all of it where some of that was corrected, or no space is between words.
  const passed = Math.max(0, told.length - nearEnd);
  const near = behindSame(told.slice(passed), text.slice(passed));
  return passed === 0 || near.isSame ? near : behindSame(told, text);
};

export const behindTold = (told: string, text: string): string => findBehindTold(told, text).rest;
