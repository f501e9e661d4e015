/** The words of what is written down, in languages with spaces between them and in those without. */
export interface Word {
  /** However it was written: in small letters. */
  readonly word: string;
  /** Where it begins. */
  readonly index: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

export const wordsOf = (text: string): Word[] =>
  [...segmenter.segment(text)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? { word: segment.toLowerCase(), index } : [],
  );

/** How many words both begin with, however they are written. */
export const sharedWords = (one: readonly Word[], other: readonly Word[]): number => {
  const different = one.findIndex(({ word }, at) => word !== other[at]?.word);
  return different < 0 ? one.length : different;
};

/** Where in the other, in words, the longest run of words that both have is over; 0 where that is less than half of the one. */
export const behindSharedRun = (one: readonly Word[], other: readonly Word[]): number => {
  let [longest, behind] = [0, 0];
  let before: readonly number[] = [];
  for (const { word } of one) {
    const runs = other.map((heard, at) => (heard.word === word ? (before[at - 1] ?? 0) + 1 : 0));
    for (const [at, run] of runs.entries()) if (run > longest) [longest, behind] = [run, at + 1];
    before = runs;
  }
  return 2 * longest >= one.length ? behind : 0;
};

/** Whether at least half of the words of one are in the other: words are corrected while they are recognised. */
export const isHeldBy = (one: string, other: string): boolean => {
  const [words, held] = [wordsOf(one), new Set(wordsOf(other).map(({ word }) => word))];
  return 2 * words.filter(({ word }) => held.has(word)).length >= words.length;
};
