/** What a guest of Teams may be called. */

const apostrophes = /[\u2018\u2019\u02bc\u00b4`]/g;
const dashes = /\p{Pd}/gu;
// The form says so itself, and keeps its button disabled meanwhile (vexa#1780, LMA).
const refused = /[^\p{L}\p{M}\p{N} \-'._@]+/gu;

/**
 * The name as the form takes it: what it refuses is written as what is nearest to it, or left out, so that people still read the
 * same words. Whoever has a name of which nothing would be left is called what they are.
 */
export const guestNameOf = (name: string): string => {
  const taken = name
    .replaceAll(apostrophes, "'")
    .replaceAll(dashes, '-')
    .replaceAll(refused, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return /[\p{L}\p{N}]/u.test(taken) ? taken : 'Bot';
};
