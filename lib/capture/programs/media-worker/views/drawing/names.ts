/** People's names as pictures have room for them. Pure. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const symbolsOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);
const spoken = /[\p{L}\p{N}]/u;

/** What stands for somebody who has no camera on: the first letters of the first and the last name. */
export const initialsOf = (name: string): string => {
  const letters = name.split(/\s+/).flatMap((word) => symbolsOf(word).find((symbol) => spoken.test(symbol)) ?? []);
  const [first, ...others] = letters;
  if (first === undefined) return symbolsOf(name.trim())[0] ?? '?';
  return `${first}${others.at(-1) ?? ''}`.toLocaleUpperCase('en');
};

/** The text if it fits, else as much of its beginning as fits with three dots behind. */
export const shortened = (text: string, fits: (text: string) => boolean): string => {
  const whole = text.replaceAll(/\s+/g, ' ').trim();
  if (fits(whole)) return whole;
  const symbols = symbolsOf(whole);
  const dotted = (length: number): string => `${symbols.slice(0, length).join('').trimEnd()}…`;
  let [least, most] = [0, symbols.length - 1];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(dotted(middle))) least = middle;
    else most = middle - 1;
  }
  return dotted(least);
};
