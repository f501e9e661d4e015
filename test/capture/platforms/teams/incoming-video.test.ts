import { type Frame, TimeoutError } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { ElementMissingError } from '../../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { wantPictures } from '../../../../lib/capture/platforms/teams/incoming-video.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page in which a press of the first of each pair adds the second, and what was pressed in it. */
const clientWith = (bar: string, opens: Readonly<Record<string, string>>) => {
  const document = documentOf(bar);
  const pressed: string[] = [];
  document.addEventListener('click', ({ target }) => {
    const { id } = target as Element;
    pressed.push(id);
    const isOpen = document.querySelector(`[data-of="${id}"]`);
    if (isOpen) isOpen.remove();
    else document.body.insertAdjacentHTML('beforeend', `<div data-of="${id}">${opens[id] ?? ''}</div>`);
  });
  vi.stubGlobal('document', document);
  const evaluate = async (work: (...input: unknown[]) => unknown, ...input: unknown[]) => work(...input);
  const frame = {
    evaluate,
    waitForFunction: async (work: (...input: unknown[]) => unknown, _: object, ...input: unknown[]) => {
      if (!(await evaluate(work, ...input))) throw new TimeoutError('it did not appear');
    },
  };
  return { controls: new Controls(frame as unknown as Frame, 'turn incoming video off'), pressed };
};

const more = '<button id="callingButtons-showMoreBtn">More</button>';
const item = '<div role="menuitem" id="toggle-incoming-video-button">Turn off incoming video</div>';
const options = '<div role="menuitem" id="ViewModeMoreOptionsMenuControl-id">More options</div>';

it.each([
  [
    'of the whole client',
    `<button id="view-mode-button">View</button>${more}`,
    { 'view-mode-button': options, 'ViewModeMoreOptionsMenuControl-id': item },
    ['view-mode-button', 'ViewModeMoreOptionsMenuControl-id', 'toggle-incoming-video-button'],
  ],
  [
    'of the light client',
    `<button id="custom-view-button">View</button>${more}`,
    { 'custom-view-button': '<div role="menuitem" id="incoming-video-button">Turn off incoming video</div>' },
    ['custom-view-button', 'incoming-video-button'],
  ],
  [
    'with the view in the menu',
    more,
    {
      'callingButtons-showMoreBtn': '<div role="menuitem" id="view-mode-button">View</div>',
      'view-mode-button': options,
      'ViewModeMoreOptionsMenuControl-id': item,
    },
    [
      'callingButtons-showMoreBtn',
      'view-mode-button',
      'ViewModeMoreOptionsMenuControl-id',
      'toggle-incoming-video-button',
    ],
  ],
])('turns incoming video off in the page %s', async (_, bar, opens: Record<string, string>, presses) => {
  const { controls, pressed } = clientWith(bar, opens);
  await wantPictures(controls, false);
  expect(pressed).toEqual(presses);
});

it.each([true, false])('leaves a button alone that does not say what it does: %s', async (wanted) => {
  const silent = '<div role="menuitem" id="toggle-incoming-video-button">Incoming video</div>';
  const { controls, pressed } = clientWith('<button id="view-mode-button">View</button>', {
    'view-mode-button': silent,
  });
  await wantPictures(controls, wanted);
  expect(pressed).toEqual(['view-mode-button', 'view-mode-button']);
});

it('closes what it opened where the video is as wanted', async () => {
  const { controls, pressed } = clientWith('<button id="view-mode-button">View</button>', { 'view-mode-button': item });
  await wantPictures(controls, true);
  expect(pressed).toEqual(['view-mode-button', 'view-mode-button']);
});

it('says what is missing where the page has no way to it', async () => {
  const { controls } = clientWith(more, {});
  await expect(wantPictures(controls, false)).rejects.toBeInstanceOf(ElementMissingError);
});
