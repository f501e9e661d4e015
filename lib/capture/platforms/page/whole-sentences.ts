/** Where a caption that goes on is cut, so that it can be read before its speaker takes a rest. Pure. */

import { type TimedWord, wordsBehind } from './timed-words.ts';
import { wordsOf } from './words-of.ts';

/** A part of a caption is told after so long, at the end of a sentence. */
const longestPartMs = 30_000;
/** It is told wherever it is, but for its last words, where no sentence has ended for so much longer. */
const longestSentenceMs = 60_000;
/** The last words are corrected the most. */
const lastWords = 5;

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

const beforeLast = (text: string, begins: readonly { readonly index: number }[], left: number): string =>
  text.slice(0, begins.at(-left)?.index ?? 0).trimEnd();

/** What of a text that has been growing for so long is told by now; undefined where all of it waits for what follows. */
const toldByNow = (text: string, growing_ms: number): string | undefined => {
  if (growing_ms < longestPartMs) return undefined;
  const whole = beforeLast(text, [...sentences.segment(text)], 1);
  if (whole !== '' || growing_ms < longestSentenceMs) return whole || undefined;
  return beforeLast(text, wordsOf(text), lastWords) || undefined;
};

interface Growing {
  readonly text: string;
  readonly words: readonly TimedWord[];
  readonly first_ms: number;
}

/**
 * What of a text that grows is told by now, and the rest with its words, which goes on by itself; undefined where all of it waits.
 * `told`: what of all that was said, of which the text is the end, stands before the rest.
 */
export const cutPart = ({ text, words, first_ms }: Growing, whole: string, now_ms: number) => {
  const part = toldByNow(text, now_ms - first_ms);
  if (part === undefined) return undefined;
  const rest = text.slice(part.length).trim();
  const told = whole.slice(0, whole.trimEnd().length - rest.length);
  return { part, rest, told, words: wordsBehind(words, part) };
};
