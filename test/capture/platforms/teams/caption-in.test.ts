import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { captionIn } from '../../../../lib/capture/platforms/teams/caption-in.ts';
import { handleName } from '../../../../lib/capture/platforms/teams/handle.ts';
import { createCallCaptions } from '../../../../lib/capture/platforms/teams/page/call/call-captions.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const clientWith = (observableCall?: object): Controls => {
  const handle = createCallCaptions({ callingDebug: { observableCall: observableCall ?? null } });
  vi.stubGlobal('document', { [Symbol.for(handleName)]: handle });
  const evaluate = async (work: (...input: unknown[]) => unknown, ...input: unknown[]) =>
    typeof work === 'function' && work(...input);
  const frame = {
    evaluate,
    async waitForFunction(work: (...input: unknown[]) => unknown, _: object, ...input: unknown[]) {
      if (!(await evaluate(work, ...input))) throw new TimeoutError('not in time');
    },
  };
  return new Controls(frame as unknown as Frame, 'choose the language of captions');
};

/** A call that has its language set back so often, and knows these. */
const callIn = (languages: readonly string[], setsBack = 0) => {
  let language = 'en-us';
  let left = setsBack;
  return {
    getClosedCaptionsLanguage: () => language,
    setClosedCaptionsLanguage(wanted: string) {
      if (left > 0) left -= 1;
      else if (languages.includes(wanted)) language = wanted;
    },
  };
};

it.each([
  ['at once', 0, true],
  ['though a host who comes sets it back', 2, true],
  ['not where it is set back each time', 9, false],
])('has captions written in a language that the call knows: %s', async (_, setsBack, isKept) => {
  expect(await captionIn(clientWith(callIn(['de-de'], setsBack)), 'de-de')).toBe(isKept);
});

it('does not offer a language that the call does not know', async () => {
  expect(await captionIn(clientWith(callIn(['de-de'])), 'xx-xx')).toBe(false);
});

it.each([[undefined], [{}]])('says what is missing where no call takes a language: %j', async (call) => {
  await expect(captionIn(clientWith(call), 'de-de')).rejects.toBeInstanceOf(ElementMissingError);
});

it.each([
  ['is asked for its language once more', 1, true],
  ['has not kept it where that goes on', 9, false],
])('a call that throws as it is to tell its language %s', async (_, throwsTimes, isKept) => {
  const call = callIn(['de-de']);
  let left = throwsTimes;
  const getClosedCaptionsLanguage = (): string => {
    if (left > 0) {
      left -= 1;
      throw new Error('the call is not connected');
    }
    return call.getClosedCaptionsLanguage();
  };
  expect(await captionIn(clientWith({ ...call, getClosedCaptionsLanguage }), 'de-de')).toBe(isKept);
});
