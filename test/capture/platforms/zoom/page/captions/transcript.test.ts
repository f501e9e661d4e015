import { describe, expect, it } from 'vitest';
import {
  hideWindow,
  isApart,
  popOutIn,
} from '../../../../../../lib/capture/platforms/zoom/page/captions/transcript.ts';
import { createTending } from '../../../../../../lib/capture/platforms/zoom/page/client/tend.ts';
import { aBar, aClient, aDialog, aLine, aTab } from '../client.ts';

const list = `<div role="application" aria-label="Live Transcription List">${aLine('10:02:11', 'Good morning', 'Ada')}</div>`;
const beside = (...buttons: readonly string[]): string =>
  `<div class="lt-header__header"><div class="lt-header__title">Transcript</div><div class="lt-header__operate">
     ${buttons.map((name) => `<button type="button" aria-label="${name}"></button>`).join('')}</div></div>${list}`;
const inWindow = `<div class="ReactModal__Content" role="dialog" aria-modal="true"><div class="common-window" id="transcription-window">
   <button class="common-window-close" aria-label="Close"></button>${list}</div></div>`;

const isVisible = (element: Element): boolean =>
  !(element as HTMLElement).style.cssText.includes('visibility: hidden !important');

const pressedIn = (page: Document, times = 4): readonly string[] => {
  const pressed: string[] = [];
  for (const button of page.querySelectorAll('button'))
    button.addEventListener('click', () => pressed.push(button.getAttribute('aria-label') ?? ''));
  let now_ms = 0;
  const tending = createTending({ now: () => now_ms, isVisible, tab: aTab() });
  for (let look = 0; look < times; look += 1) {
    tending.inside(page);
    now_ms += 250;
  }
  return pressed;
};

describe("the transcript in Zoom's client", () => {
  it('is put into a window of its own before the lists are opened whose place it takes', () => {
    const bar = aBar('open the participants list pane', 'open the chat panel', 'Leave');
    expect(pressedIn(aClient(bar, beside('Pop Out', 'Close')), 1)).toEqual(['Pop Out']);
    expect(pressedIn(aClient(bar, beside('Close')))).toEqual([
      'open the participants list pane',
      'open the chat panel',
    ]);
    expect(pressedIn(aClient(bar, inWindow))).toEqual(['open the participants list pane', 'open the chat panel']);
  });

  it('leaves room for these once it is there, and is in a window', () => {
    expect([beside('Pop Out'), beside('Close'), inWindow, aBar('Leave')].map((part) => isApart(aClient(part)))).toEqual(
      [false, false, true, false],
    );
    expect(popOutIn(aClient(beside('Close', 'Pop Out')))?.ariaLabel).toBe('Pop Out');
  });

  it('is in a window that is not drawn, and keeps nothing else from being read; a dialog over the page still does', () => {
    const hidden = (...parts: readonly string[]) => {
      const page = aClient(aBar('Leave'), ...parts);
      page.querySelector('.meeting-app')?.setAttribute('aria-hidden', 'true');
      const windows = [...page.querySelectorAll('[role="dialog"]')];
      page.body.append(...windows);
      hideWindow(page, isVisible);
      return [windows.filter(isVisible).length, page.querySelector('[aria-hidden="true"]') !== null];
    };
    expect(hidden(inWindow)).toEqual([0, false]);
    expect(hidden(inWindow, aDialog('Notice', 'x', 'OK'))).toEqual([1, true]);
    expect(hidden(aDialog('Notice', 'x', 'OK'))).toEqual([1, true]);
  });
});
