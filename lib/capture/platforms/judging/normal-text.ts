/** Words as they are compared: pages write the same sentence in many ways. Pure. */
import { asPattern } from '../../../domain/whole-words.ts';

const hasOnlyPlainCharacters = /^[\x20-\x7e]*$/;
const withPlainCharacters = (text: string): string =>
  text
    .replaceAll(/[\u200b-\u200d\u2060\ufeff\u00ad]/g, '')
    .replaceAll(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll('\u2026', '...')
    .replaceAll(/[\s\u00a0]+/g, ' ')
    // What closes a notice may stand in its line.
    .replace(/[\u00d7\u2715-\u2718\u274c] ?$/, '');

/** Case, kinds of quotes, blanks and dots are the same. */
export const normalText = (text: string): string => {
  // Most of what pages say has nothing to replace but blanks, and there is much of it at each look.
  const plain = hasOnlyPlainCharacters.test(text) ? text.replaceAll(/ {2,}/g, ' ') : withPlainCharacters(text);
  return plain.trim().toLowerCase();
};

const atTheEnd = /[.!?:;]+$/;
const withoutEnd = (say: string): string => normalText(say).replace(atTheEnd, '');

/** A sentence as a pattern, which normal text may hold anywhere. */
export const wordsPattern = (say: string): string => withoutEnd(say).split('*').map(asPattern).join('.{0,80}?');

/**
 * Whether normal text says a sentence, as a whole: alone, or between other sentences. Who asks, does not say it. Nor is it
 * said after a colon, where names stand that people give.
 */
export const sentenceTest = (say: string): ((normal: string) => boolean) => {
  const ends = normalText(say).endsWith('?') ? '.!?:;"' : '.!:;"';
  const pattern = new RegExp(`(?:^|[.!?;"] )${wordsPattern(say)}(?:$|[${ends}]+(?:$| ))`);
  const parts = withoutEnd(say).split('*');
  // To look for words takes far less than to look for a pattern, and nearly no text has them.
  return (normal) => parts.every((part) => normal.includes(part)) && pattern.test(normal);
};

const tests = new WeakMap<{ readonly say: string }, (normal: string) => boolean>();

/** Whether normal text says the sentence of a sign. */
export const says = (sign: { readonly say: string }, normal: string): boolean => {
  const test = tests.get(sign) ?? sentenceTest(sign.say);
  tests.set(sign, test);
  return test(normal);
};
