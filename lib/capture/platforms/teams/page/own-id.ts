/** Whom the page itself takes for the bot, by its own call. */
import { shortText } from '../../page/short-text.ts';
import { type CallHolder, callIn } from './page-call.ts';

/** As in the roster; undefined where the page does not tell it. They are the page's own objects, and may be anything. */
export const ownIdIn = (page: CallHolder): string | undefined => {
  try {
    const id = callIn(page)?.callerMri;
    return typeof id === 'string' && id !== '' ? shortText(id) : undefined;
  } catch {
    return undefined;
  }
};
