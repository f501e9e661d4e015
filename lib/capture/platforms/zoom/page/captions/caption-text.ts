/** Texts that the client writes down: by their letters, as signs and spaces change. Pure but for what it has read already. */
import { BoundedMap } from '../../../../../process/bounded.ts';

/** With the marks on them: in many scripts these are vowels, and make another word of it. */
const letter = /[\p{L}\p{N}]\p{M}*/gu;

interface ReadText {
  readonly words: readonly string[];
  readonly letters: string;
}
/** Most of what is shown is the same at the next look, and is compared with all else that is shown. */
const mostTexts = 50;
const texts = new BoundedMap<string, ReadText>(mostTexts);

const readText = (text: string): ReadText => {
  const before = texts.get(text);
  if (before) return before;
  const words = text.toLowerCase().match(/(?:[\p{L}\p{N}]\p{M}*)+/gu) ?? [];
  const read = { words, letters: words.join('') };
  texts.set(text, read);
  return read;
};

export const wordsOf = (text: string): readonly string[] => readText(text).words;

export const lettersOf = (text: string): string => readText(text).letters;

/** Where these letters have gone by and the next one stands; at the end where there is none. */
const placeAfter = (letters: string, text: string): number => {
  let left = letters.length;
  for (const { 0: found, index } of text.matchAll(letter)) {
    // A small letter may be longer than its great one.
    left -= found.toLowerCase().length;
    if (left < 0) return index;
  }
  return text.length;
};

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A text that begins with these letters, without them. */
export const without = (letters: string, text: string): string =>
  letters === '' ? text : text.slice(placeAfter(letters, text));

/** What a text says beyond these letters, from a whole word on, and the letters before that. */
export const moreThan = (letters: string, text: string): { readonly text: string; readonly begins: string } => {
  const place = placeAfter(letters, text);
  const at = words.segment(text).containing(place)?.index ?? place;
  return { text: text.slice(at), begins: lettersOf(text.slice(0, at)) };
};

/** Of a text that begins with these letters what stands between them and those of its end. */
export const between = (begins: string, ends: string, text: string): string => {
  const letters = lettersOf(text);
  return text.slice(placeAfter(begins, text), placeAfter(letters.slice(0, letters.length - ends.length), text)).trim();
};
