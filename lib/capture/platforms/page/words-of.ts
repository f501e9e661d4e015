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
