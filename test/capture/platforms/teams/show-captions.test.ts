import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { handleName } from '../../../../lib/capture/platforms/teams/handle.ts';
import { createCallCaptions } from '../../../../lib/capture/platforms/teams/page/call/call-captions.ts';
import { showCaptions } from '../../../../lib/capture/platforms/teams/show-captions.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page without a menu, whose call is within reach or not. */
const clientWith = (call?: object, beside = ''): Controls => {
  const document = documentOf(`<button id="hangup-button">Leave</button>${beside}`);
  vi.stubGlobal('document', document);
  const handle = createCallCaptions({ callingDebug: { observableCall: call ?? null } });
  Object.defineProperty(document, Symbol.for(handleName), { value: handle });
  const frame = {
    evaluate: async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => work(...input),
  };
  return new Controls(frame as unknown as Frame, 'turn on captions');
};

it('asks the page’s own call for captions where there is no way to them that could be pressed', async () => {
  const startClosedCaption = vi.fn();
  await showCaptions(clientWith({ startClosedCaption }));
  expect(startClosedCaption).toHaveBeenCalledOnce();
});

it.each(['closed-caption-v2-window-wrapper', 'closed-caption-v2-virtual-list-content'])(
  'asks for none where they are shown: %s',
  async (shown) => {
    const startClosedCaption = vi.fn();
    await showCaptions(clientWith({ startClosedCaption }, `<div data-tid="${shown}"></div>`));
    expect(startClosedCaption).not.toHaveBeenCalled();
  },
);

it('asks for captions beside a window of them that was left behind', async () => {
  const startClosedCaption = vi.fn();
  await showCaptions(clientWith({ startClosedCaption }, '<div data-tid="closed-caption-v2-window"></div>'));
  expect(startClosedCaption).toHaveBeenCalledOnce();
});

it.each([
  ['has none', undefined],
  ['knows no captions', {}],
  ['has them refused', { startClosedCaption: () => Promise.reject(new Error('not allowed here')) }],
])('says what is missing where the page %s', async (_, call) => {
  await expect(showCaptions(clientWith(call))).rejects.toBeInstanceOf(ElementMissingError);
});

/**
 * A page whose toolbar has captions, or its menu, which closes over whatever is pressed in it. `closesAfter`: how often it is
 * looked at until its menu is gone that was closed by its own button.
 */
const clientWithCaptions = (
  button: (isOn: boolean) => string,
  { isInMenu = false, losesPresses = 0, closesAfter = 0 } = {},
) => {
  const document = documentOf('<button id="callingButtons-showMoreBtn">More</button><div></div>');
  vi.stubGlobal('document', document);
  const place = document.querySelector('div');
  let isOpen = !isInMenu;
  let isOn = false;
  let presses = 0;
  const draw = (): void => {
    if (place) place.innerHTML = isOpen ? button(isOn) : '';
    place?.querySelector('button')?.addEventListener('click', () => {
      presses += 1;
      if (presses > losesPresses) isOn = !isOn;
      isOpen = !isInMenu;
      draw();
    });
  };
  let closesIn = 0;
  document.querySelector('button')?.addEventListener('click', () => {
    isOpen = !isOpen;
    if (isOpen || closesAfter === 0) draw();
    else closesIn = closesAfter;
  });
  draw();
  const look = (): void => {
    if (closesIn === 0) return;
    closesIn -= 1;
    if (closesIn === 0) draw();
  };
  const evaluate = async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => {
    look();
    return typeof work === 'function' && work(...input);
  };
  const frame = {
    evaluate,
    async waitForFunction(work: (...input: unknown[]) => unknown, _: object, ...input: unknown[]) {
      for (let looks = 0; looks < 10; looks += 1) if (await evaluate(work, ...input)) return;
      throw new TimeoutError('not in time');
    },
  };
  const controls = new Controls(frame as unknown as Frame, 'turn on captions');
  return { controls, isOn: () => isOn, isMenuOpen: () => isInMenu && isOpen };
};

const telling = (isOn: boolean) =>
  `<button id="closed-captions-button" data-tid="closed-captions-button-${isOn ? 'on' : 'off'}">Captions</button>`;
const stating = (isOn: boolean) =>
  `<button id="closed-captions-button" aria-checked="${isOn}">Captions ${isOn ? 'on' : 'off'}</button>`;
const labelled = (isOn: boolean) =>
  `<button id="closed-captions-button">${isOn ? 'Hide' : 'Show'} live captions</button>`;
const silent = () => '<button id="closed-captions-button">Captions</button>';

it.each([
  ['closed-captions-button', 'aria-pressed'],
  ['call-captions-button', 'aria-checked'],
])('knows the button of captions by another mark: %s', async (mark, says) => {
  const marked = (isOn: boolean) => `<button data-tid="${mark}" ${says}="${isOn}">Captions</button>`;
  const { controls, isOn } = clientWithCaptions(marked, {});
  await showCaptions(controls);
  await showCaptions(controls);
  expect(isOn()).toBe(true);
});

it('asks the page’s own call too for captions that count as on, while none are shown', async () => {
  const startClosedCaption = vi.fn(() => Promise.reject(new Error('they are on')));
  await showCaptions(clientWith({ startClosedCaption }, telling(true)));
  expect(startClosedCaption).toHaveBeenCalledOnce();
});

it.each([
  ['by what it is', telling, false],
  ['by what it is, in the menu', telling, true],
  ['by what it is, whatever its label states', stating, false],
  ['by its label, in the menu', labelled, true],
])(
  'says that captions are missing where their button still tells that they are off, %s',
  async (_, button, isInMenu) => {
    const lost = clientWithCaptions(button, { isInMenu, losesPresses: 1 });
    await expect(showCaptions(lost.controls)).rejects.toBeInstanceOf(ElementMissingError);
    expect(lost.isMenuOpen()).toBe(false);
    await showCaptions(lost.controls);
    expect([lost.isOn(), lost.isMenuOpen()]).toEqual([true, false]);
    await showCaptions(lost.controls);
    expect(lost.isOn()).toBe(true);
  },
);

it('takes captions for on where nothing tells', async () => {
  const { controls, isOn, isMenuOpen } = clientWithCaptions(silent, { isInMenu: true });
  await showCaptions(controls);
  expect([isOn(), isMenuOpen()]).toEqual([true, false]);
});

it.each([1, 2, 3, 4, 5])('finds captions on again where the menu takes %i looks to close', async (closesAfter) => {
  const { controls, isOn, isMenuOpen } = clientWithCaptions(telling, { isInMenu: true, closesAfter });
  await showCaptions(controls);
  await showCaptions(controls);
  expect([isOn(), isMenuOpen()]).toEqual([true, false]);
});
