/** What is kept of texts that people write themselves: names, ids and messages may be of any length. */
import { longestName } from '../../../domain/meeting/longest-name.ts';

export { longestName } from '../../../domain/meeting/longest-name.ts';
export { longestMessage, longestTalk } from '../../meeting/view-limits.ts';

/**
 * At most so much of a text. What is cut is a text of its own: V8 makes a slice a view of the whole, which would stay in
 * memory with it.
 */
export const shortText = (text: string, most: number = longestName): string =>
  text.length <= most ? text : Array.from({ length: most }, (_, at) => text.charAt(at)).join('');
