/** Which sentences of a table a page may have reworded: told of pages that were kept. Pure. */
import type { PageFacts } from './facts.ts';
import { normalText } from './normal-text.ts';
import { entriesOf, type SignTable } from './sign-table.ts';

const mostNearest = 10;
const separateWords = (text: string): string[] =>
  normalText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

/** The sentences of the table that share most words with what a page says: what it may have been reworded from. */
export const nearestSays = (
  { texts }: PageFacts,
  table: SignTable,
): readonly { readonly entry: string; readonly text: string; readonly share: number }[] => {
  const said = texts.map(({ text }) => ({ text, words: new Set(separateWords(text)) }));
  return entriesOf(table)
    .flatMap((sign) => {
      if (sign.class !== 'T') return [];
      const words = separateWords(sign.say);
      return said.map(({ text, words: has }) => ({
        entry: sign.id,
        text,
        share: words.filter((word) => has.has(word)).length / Math.max(1, words.length),
      }));
    })
    .filter(({ share }) => share >= 0.5)
    .toSorted((one, other) => other.share - one.share)
    .slice(0, mostNearest);
};
