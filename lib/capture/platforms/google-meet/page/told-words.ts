/** How much of a text was told by other texts, in whose words. */
import { wordsOf } from '../../page/words-of.ts';

export const bare = (text: string): string[] => wordsOf(text).map(({ word }) => word);

/** What was told of another text. */
export interface ToldOf {
  /** The last one last. */
  readonly wordings: readonly (readonly string[])[];
  /** The two came up together. */
  readonly isBeside: boolean;
}

const standAt = (at: number, some: readonly string[], words: readonly string[]): boolean =>
  some.every((word, index) => words[at + index] === word);

/** What goes on may be corrected at its end. */
const beginAlike = (at: number, some: readonly string[], words: readonly string[]): boolean => {
  const different = some.findIndex((word, index) => words[at + index] !== word);
  return at + some.length <= words.length && different > 1 && different * 2 >= some.length;
};

export const areWithin = (some: readonly string[], words: readonly string[]): boolean =>
  words.some((_, at) => standAt(at, some, words));

/** How many of the first of these words were told by those of another text. */
const countTold = (words: readonly string[], told: readonly string[]): number => {
  // Anywhere, as the page shows several captions in one; but a single word is said too often.
  // Where it stands first: what stands there later was said again.
  for (let at = 0; at <= (told.length > 1 ? words.length - told.length : 0); at += 1)
    if (standAt(at, told, words)) return at + told.length;
  // They begin before the other text ends.
  for (let most = Math.min(words.length, told.length); most > 0; most -= 1)
    if ((most > 1 || words.length === 1) && standAt(0, told.slice(-most), words)) return most;
  return 0;
};

/** How many of the first words another text may have told, where one of these counts was told before it. */
const countsAfter = (
  counts: readonly number[],
  words: readonly string[],
  { wordings, isBeside }: ToldOf,
): readonly number[] =>
  wordings.flatMap((told, index) => {
    const isLast = index === wordings.length - 1;
    const goesOnAt = (count: number): boolean =>
      standAt(count, told, words) || (isLast && (count > 0 || isBeside) && beginAlike(count, told, words));
    const after = counts.filter(goesOnAt).map((count) => count + told.length);
    return after.length === 0 && isLast ? [countTold(words, told)] : after;
  });

/**
 * How many of the first of these words were told by several texts, where the first `known` are known to be. Texts are taken in order:
 * each may go on where one before it ends, if by a single word, or be passed over; the way that tells most counts. All but the last
 * wording of a text count only where they go on right there.
 */
export const countToldBy = (words: readonly string[], others: readonly ToldOf[], known: number): number => {
  const counts = new Set([known]);
  for (const other of others)
    for (const count of countsAfter([...counts], words, other)) if (count > known) counts.add(count);
  return Math.max(...counts);
};

/** So many words of a text, with what stands between them and the next. */
export const beginningOf = (text: string, count: number): string =>
  count === 0 ? '' : text.slice(0, wordsOf(text)[count]?.index);
