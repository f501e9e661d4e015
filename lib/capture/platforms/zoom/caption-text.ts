/** Texts that the client writes down: by their letters, as marks and spaces change. Pure. */

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

export const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Where these letters have gone by and the next one stands; at the end where there is none. */
const placeAfter = (letters: string, text: string): number => {
  let left = [...letters].length;
  let at = 0;
  for (const character of text) {
    if (isLetter(character) && left-- === 0) break;
    at += character.length;
  }
  return at;
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
