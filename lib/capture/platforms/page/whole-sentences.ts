/** Where a caption that goes on is cut, so that it can be read before its speaker takes a rest. Pure. */

import { lastWritten } from './caption-view.ts';
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

/** A text that grew for long, as the part of it that is told by now, and the rest, which goes on by itself. */
interface InParts {
  readonly part: Pick<Growing, 'text' | 'words'> & { readonly changed_ms: number };
  readonly rest: Growing;
  /** What of all that was said, of which the text is the end, stands before the rest. */
  readonly told: string;
}

/** Undefined where all of it waits. */
export const cutPart = ({ text, words, first_ms }: Growing, whole: string, now_ms: number): InParts | undefined => {
  const part = toldByNow(text, now_ms - first_ms);
  if (part === undefined) return undefined;
  const left = text.slice(part.length).trim();
  const wordsLeft = wordsBehind(words, part);
  const left_ms = wordsLeft[0]?.at_ms ?? now_ms;
  return {
    part: { text: part, words: [], changed_ms: lastWritten(first_ms, left_ms) },
    rest: { text: left, words: wordsLeft, first_ms: left_ms },
    told: whole.slice(0, whole.trimEnd().length - left.length),
  };
};
