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

/** How many words two texts begin with alike. */
export const countShared = (one: readonly Pick<Word, 'word'>[], other: readonly Pick<Word, 'word'>[]): number => {
  const different = one.findIndex(({ word }, at) => word !== other[at]?.word);
  return different < 0 ? one.length : different;
};

/** How many of the words of one are in the other. */
export const countHeld = (one: string, other: string): number => {
  const held = new Set(wordsOf(other).map(({ word }) => word));
  return wordsOf(one).filter(({ word }) => held.has(word)).length;
};

/** Whether at least half of the words of one are in the other: words are corrected while they are recognised. */
export const isHeldBy = (one: string, other: string): boolean => 2 * countHeld(one, other) >= wordsOf(one).length;
