/** Chooses the language of captions in a Teams meeting by the page's own call, as two public bots do (att, MB). */
import type { Controls } from '../controls.ts';
import type { CallHolder } from './own-id.ts';

const keptWithinMs = 2_000;
/** A host who comes at that moment sets it back (att). */
const mostTries = 3;

/** Whether the call takes a language at all, and says which it has. */
const choose = ({ frame }: Controls, language: string): Promise<boolean> =>
  frame.evaluate(async (language) => {
    const { msteamscalling, callingDebug } = globalThis as CallHolder;
    const call = msteamscalling?.deref?.()?.callingService?.getActiveCall?.() ?? callingDebug?.observableCall;
    if (!call?.setClosedCaptionsLanguage || !call.getClosedCaptionsLanguage) return false;
    await call.setClosedCaptionsLanguage(language);
    return true;
  }, language);

/** Answers false where the call does not keep the language. */
export const captionIn = async (controls: Controls, language: string): Promise<boolean> => {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    if (!(await choose(controls, language))) throw controls.missing('a call that takes a language of captions');
    const isKept = await controls
      .until(
        `captions in ${language}`,
        (language) => {
          const { msteamscalling, callingDebug } = globalThis as CallHolder;
          const call = msteamscalling?.deref?.()?.callingService?.getActiveCall?.() ?? callingDebug?.observableCall;
          const has: unknown = call?.getClosedCaptionsLanguage?.();
          return typeof has === 'string' && has.toLowerCase() === language;
        },
        keptWithinMs,
        language.toLowerCase(),
      )
      .then(
        () => true,
        () => false,
      );
    if (isKept) return true;
  }
  return false;
};
