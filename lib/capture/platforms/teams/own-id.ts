/** Whom the page itself takes for the bot, by the call that it keeps within reach (att, and two more public bots). */
import { shortText } from '../short-text.ts';

interface Call {
  readonly callerMri?: unknown;
  readonly participants?: unknown;
  startClosedCaption?(): unknown;
  setClosedCaptionsLanguage?(language: string): unknown;
  getClosedCaptionsLanguage?(): unknown;
}

/** What of the page's own objects leads to its call. */
export interface CallHolder {
  readonly callingDebug?: { readonly observableCall?: Call | null } | undefined;
  readonly msteamscalling?:
    | { deref?(): { readonly callingService?: { getActiveCall?(): Call | null | undefined } } | undefined }
    | undefined;
}

/** @throws whatever the page's own objects do */
export const callIn = (page: CallHolder): Call | null | undefined =>
  page.msteamscalling?.deref?.()?.callingService?.getActiveCall?.() ?? page.callingDebug?.observableCall;

/** As in the roster; undefined where the page does not tell it. They are the page's own objects, and may be anything. */
export const ownIdIn = (page: CallHolder): string | undefined => {
  try {
    const id = callIn(page)?.callerMri;
    return typeof id === 'string' && id !== '' ? shortText(id) : undefined;
  } catch {
    return undefined;
  }
};
