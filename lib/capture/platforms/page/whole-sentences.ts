/** Where a caption that goes on is cut, so that it can be read before its speaker takes a rest. Pure. */

/** A part of a caption is told after so long, at the end of a sentence. */
const longestPartMs = 30_000;
/** It is told wherever it is, but for its last words, where no sentence has ended for so much longer. */
const longestSentenceMs = 60_000;
/** The last words are corrected the most. */
const lastWords = 5;

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

const beforeLast = (text: string, begins: readonly { readonly index: number }[], left: number): string =>
  text.slice(0, begins.at(-left)?.index ?? 0).trimEnd();

/** What of a text that has been growing for so long is told by now; undefined where all of it waits for what follows. */
export const toldByNow = (text: string, growing_ms: number): string | undefined => {
  if (growing_ms < longestPartMs) return undefined;
  const whole = beforeLast(text, [...sentences.segment(text)], 1);
  if (whole !== '' || growing_ms < longestSentenceMs) return whole || undefined;
  const spoken = [...words.segment(text)].filter(({ isWordLike }) => isWordLike);
  return beforeLast(text, spoken, lastWords) || undefined;
};
