/** What is kept of texts that people write themselves: names, ids and messages may be of any length. */

/** No name and no id that is told is longer. */
export const longestName = 256;
export const longestMessage = 10_000;

/**
 * At most so much of a text. What is cut is a text of its own: V8 makes a slice a view of the whole, which would stay in
 * memory with it.
 */
export const shortText = (text: string, most: number = longestName): string =>
  text.length <= most ? text : Array.from({ length: most }, (_, at) => text.charAt(at)).join('');
