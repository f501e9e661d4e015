/** Words as they are compared: pages write the same sentence in many ways. Pure. */

/** Case, kinds of quotes, blanks and dots are the same. */
export const normalText = (text: string): string =>
  text
    .replaceAll(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
    .replaceAll(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll('\u2026', '...')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim()
    .toLowerCase();

const atTheEnd = /[.!?:;]+$/;
const asPattern = (text: string): string => text.replaceAll(/[\\^$.+?()[\]{}|/-]/g, '\\$&').replaceAll('*', '.{0,80}?');

/** A sentence as a pattern, which normal text may hold anywhere. */
export const wordsPattern = (say: string): string => asPattern(normalText(say).replace(atTheEnd, ''));

/** Whether normal text says a sentence, as a whole: alone, or between other sentences. */
export const sentenceTest = (say: string): ((normal: string) => boolean) => {
  const pattern = new RegExp(`(?:^|[.!?:;"] )${wordsPattern(say)}(?:$|[.!?:;"]+(?:$| ))`);
  return (normal) => pattern.test(normal);
};
