/** The captions of the page's own call, as two public bots turn them on and choose their language (att, MB). */
import type { TeamsHandle } from '../../handle.ts';
import { type CallHolder, callIn, ifAny } from './page-call.ts';

/** What it is asked to do rejects as the page's own objects do; what it tells is undefined where they throw. */
export const createCallCaptions = (page: CallHolder): TeamsHandle => ({
  async startCaptions(within_ms) {
    const call = callIn(page);
    await Promise.race([call?.startClosedCaption?.(), new Promise((resolve) => setTimeout(resolve, within_ms))]);
    return call?.startClosedCaption !== undefined;
  },
  async captionIn(language) {
    const call = callIn(page);
    if (!call?.setClosedCaptionsLanguage || !call.getClosedCaptionsLanguage) return false;
    await call.setClosedCaptionsLanguage(language);
    return true;
  },
  captionLanguage() {
    const language = ifAny(() => callIn(page)?.getClosedCaptionsLanguage?.());
    return typeof language === 'string' ? language : undefined;
  },
});
