/** Whom the page itself takes for the bot, by its own call. */
import { shortText } from '../../page/short-text.ts';
import { type CallHolder, callIn, ifAny } from './page-call.ts';

/** As in the roster; undefined where the page does not tell it. */
export const ownIdIn = (page: CallHolder): string | undefined =>
  ifAny(() => {
    const id = callIn(page)?.callerMri;
    return typeof id === 'string' && id !== '' ? shortText(id) : undefined;
  });
