/** What is told of a link: its words, and its address where they do not say that. Pure. */

const bare = (text: string): string =>
  text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');

/** What comes behind the words. */
export const behindLink = (words: string, address: string): string => {
  const isWeb = /^https?:/i.test(address);
  return !isWeb || words.trim() === '' || bare(words) === bare(address) ? '' : ` (${address})`;
};
