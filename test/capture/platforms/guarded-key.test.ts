import type { JSHandle } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { Controls } from '../../../lib/capture/platforms/controls.ts';
import { pressEnterWhere } from '../../../lib/capture/platforms/guarded-key.ts';

/** A page that sends with the key, and whatever runs in it. */
const aPage = () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  let sent = 0;
  const press = async (): Promise<void> => {
    const key = new Event('keydown', { cancelable: true });
    page.dispatchEvent(key);
    if (!key.defaultPrevented) sent += 1;
  };
  const evaluateHandle = async <A, R>(work: (argument: A) => R, argument: A) => {
    const value = work(argument);
    return { evaluate: async <T>(ask: (value: R) => T) => ask(value), [Symbol.asyncDispose]: async () => undefined };
  };
  const frame = { evaluateHandle, page: () => ({ keyboard: { press } }) };
  return { controls: { frame } as unknown as Controls, sent: () => sent };
};

afterEach(() => vi.unstubAllGlobals());

it.each<[string, () => boolean, boolean]>([
  ['gets the key where it is right', () => true, true],
  ['does not get it where it is not', () => false, false],
  [
    'does not get it where nobody can tell',
    () => {
      throw new TypeError('the page has nothing to ask');
    },
    false,
  ],
])('a page %s', async (_, isRight, gets) => {
  const { controls, sent } = aPage();
  const pressed = await pressEnterWhere(controls, isRight as unknown as JSHandle<() => boolean>);
  expect([pressed, sent()]).toEqual([gets, gets ? 1 : 0]);
});
