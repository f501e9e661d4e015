/** How a bot leaves a page of Google Meet over which something lies that it has no answer to. */
import type { Frame } from 'puppeteer-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { googleMeet } from '../../../../lib/capture/platforms/google-meet/index.ts';
import { selectors } from '../../../../lib/capture/platforms/google-meet/selectors.ts';
import { corpusEntry } from '../../../lab/pages/corpus.ts';

/**
 * A page of the corpus, in which a dialog that it may have lies over everything outside of it. `looksAway`: so often the bar of the
 * call is not seen. `looksOut`: so often it is out of the page before that.
 * `isSlow`: whether the page answers nothing for whoever asks how fast it is.
 */
const leaving = async (name: string, looksAway = 0, looksOut = 0, isSlow = false) => {
  const page = documentOf(corpusEntry(name).frames[0].html);
  const pressed: string[] = [];
  const dialog = page.querySelector('[role="dialog"]');
  let at: Element | null = null;
  const button = page.querySelector(selectors.leave);
  let looks = 0;
  for (const element of page.querySelectorAll('*'))
    Object.assign(element, {
      checkVisibility: () => element !== button || ++looks > looksAway,
      scrollIntoView: () => undefined,
      getBoundingClientRect() {
        at = element;
        return { left: 0, top: 0, width: 80, height: 30 };
      },
      click: () => void pressed.push(element.getAttribute('aria-label') ?? element.textContent ?? ''),
    });
  const bar = page.querySelector(selectors.controls);
  const place = page.createComment('');
  if (looksOut > 0) bar?.replaceWith(place);
  let evaluated = 0;
  const comesBack = (): void => {
    evaluated += 1;
    if (evaluated === looksOut && bar) place.replaceWith(bar);
  };
  Object.assign(page, { elementFromPoint: () => (dialog?.contains(at) ? at : (dialog ?? at)) });
  vi.stubGlobal('document', page);
  vi.stubGlobal('innerWidth', 1_280);
  vi.stubGlobal('innerHeight', 720);
  const mouse = { move: async () => undefined, click: async () => (at as HTMLElement | null)?.click() };
  const frame = {
    async evaluate(act: ((...input: unknown[]) => unknown) | string, ...input: unknown[]) {
      if (typeof act === 'string') return isSlow ? new Promise(() => undefined) : true;
      comesBack();
      return act(...input);
    },
    page: () => ({ mouse }),
  };
  const controls = Object.assign(new Controls(frame as unknown as Frame, 'leave'), {
    missing: (what: string) => new Error(`there is no ${what}`),
  });
  await googleMeet.pressLeave(controls);
  return pressed;
};
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a bot that leaves Google Meet', () => {
  it.each([
    ['google_meet/m28-in-call', 'in the meeting'],
    ['google_meet/m28-asked-into-a-breakout-room', 'while it is asked into a breakout room'],
    ['google_meet/m41-rooms-close', 'while breakout rooms close'],
  ])('presses what leads out, and nothing else: %s, %s', async (name) => {
    expect(await leaving(name)).toEqual(['Leave call']);
  });

  it('presses it whatever it is called', async () => {
    expect(await leaving('google_meet/m28-german')).toEqual(['Anruf verlassen']);
  });

  it('presses it also where the bar of the call is away for a while, in whatever language', async () => {
    vi.useFakeTimers();
    const pressed = leaving('google_meet/m28-german', 15);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await pressed).toEqual(['Anruf verlassen']);
  });

  it('presses it also where the bar of the call is out of the page, and comes back late', async () => {
    vi.useFakeTimers();
    const pressed = leaving('google_meet/m28-in-call', 0, 40);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await pressed).toEqual(['Leave call']);
  });

  it('has no more time for that in a page that is slow: what it records goes on meanwhile', async () => {
    vi.useFakeTimers();
    const failed = vi.fn();
    leaving('google_meet/m28-in-call', Number.POSITIVE_INFINITY, 0, true).catch(failed);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(failed).toHaveBeenCalledOnce();
  });
});
