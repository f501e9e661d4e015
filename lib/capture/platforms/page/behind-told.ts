/** What somebody goes on to say, where all of it comes each time. Pure. */
import { countShared, type Word, wordsOf } from './words-of.ts';

/** Of what was told, so many words tell where it ends. */
const mostCompared = 30;
/** There is a word in it, and none goes on behind it. One expression for both would look through a long text once for each letter. */
const endsBetweenWords = (text: string): boolean => /\s$/u.test(text) && /[\p{L}\p{N}]/u.test(text);

/**
 * Where in these words those end that were told, behind a beginning that both share. Each word that both have, in its order, counts
 * two, each between them that only these have takes one away: what was corrected is passed over, and no word far off counts.
 */
const endOfTold = (told: readonly Word[], words: readonly Word[], shared: number): number => {
  const last = told.slice(shared).slice(-mostCompared);
  const isWhole = shared + last.length === told.length;
  const rest = words.slice(shared);
  // As far as each of these words, the best so far.
  let counts = [0, ...rest.map((_, at) => (isWhole ? -(at + 1) : 0))];
  for (const { word } of last) {
    const next = [0];
    for (const [at, heard] of rest.entries()) {
      const withIt = heard.word === word ? (counts[at] ?? 0) + 2 : Number.NEGATIVE_INFINITY;
      next.push(Math.max(withIt, counts[at + 1] ?? 0, (next[at] ?? 0) - 1));
    }
    counts = next;
  }
  const compared = Math.min(told.length, mostCompared);
  const best = Math.max(...counts);
  const isSame = 2 * (best + 2 * (compared - last.length)) >= compared;
  return isSame ? shared + counts.indexOf(best) : shared;
};

/** What of a text comes behind the words that were told, of which some may be corrected meanwhile. */
export const behindTold = (told: string, text: string): string => {
  // Of a long talk that only grows, what was told is not taken apart with each word.
  if (text.startsWith(told) && endsBetweenWords(told)) {
    const rest = text.slice(told.length);
    return rest.slice(wordsOf(rest)[0]?.index ?? rest.length);
  }
  const [before, words] = [wordsOf(told), wordsOf(text)];
  const behind = endOfTold(before, words, countShared(before, words));
  return behind === 0 ? text : text.slice(words[behind]?.index ?? text.length);
};
