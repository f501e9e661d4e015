/** How many words a transcript gets wrong: the usual measure of speech recognition. */

const small: Readonly<Record<string, string>> = { 2: 'two', 3: 'three', 10: 'ten', 2000: 'two thousand' };

/** Words as they sound: no capitals, no marks, numbers written out, hyphens as gaps. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/(\d),(\d{3})/g, '$1$2')
    .replace(/\d+/g, (number) => small[number] ?? number)
    .replace(/[^a-z0-9']+/g, ' ')
    .trim()
    .split(' ');

/** Insertions, deletions and replacements that lead from what was said to what was heard; and the words said. */
export const wordErrors = (said: string, heard: string): { readonly errors: number; readonly words: number } => {
  const [from, to] = [wordsOf(said), wordsOf(heard)];
  let row = to.map((_, j) => j + 1);
  let [left, above] = [0, 0];
  from.forEach((word, i) => {
    [left, above] = [i + 1, i];
    row = row.map((up, j) => {
      const best = Math.min(left + 1, up + 1, above + (word === to[j] ? 0 : 1));
      [left, above] = [best, up];
      return best;
    });
  });
  return { errors: row.at(-1) ?? from.length, words: from.length };
};
