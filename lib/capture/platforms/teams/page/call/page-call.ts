/** The call that the page itself keeps within reach (att, and two more public bots). */
import { shortText } from '../../../page/short-text.ts';

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

/** What is read of the page's own objects, which may be anything; undefined where that throws. */
export const ifAny = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Whom the page itself takes for the bot, as in the roster; undefined where it does not tell. */
export const ownIdIn = (page: CallHolder): string | undefined =>
  ifAny(() => {
    const id = callIn(page)?.callerMri;
    return typeof id === 'string' && id !== '' ? shortText(id) : undefined;
  });
