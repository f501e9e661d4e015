import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { closeNotices } from '../../../../lib/capture/platforms/jitsi/close-notices.ts';
import { handleName } from '../../../../lib/capture/platforms/jitsi/handle.ts';
import { someControls } from '../../../lab/pages/some-controls.ts';

afterEach(() => vi.unstubAllGlobals());

/** As Dialog.tsx of jitsi-meet draws one, with these words in it. */
const dialogOf = (words: string): string => `<div role="dialog" aria-modal="true">
  <p id="dialog-title">Ada has shared a video with you.</p>
  <div role="button" id="modal-header-close-button" aria-label="Close"></div>
  <div>${words}</div>
  <button>Cancel</button><button id="modal-dialog-ok-button">OK</button>
</div>`;

/** What is pressed on a page whose dialogs go when one of their buttons is. */
const pressedOn = async (html: string): Promise<readonly string[]> => {
  const pressed: string[] = [];
  const document = documentOf(html);
  Reflect.set(document, Symbol.for(handleName), { toldOfRecording: () => pressed.push('told of the recording') });
  for (const button of document.querySelectorAll<HTMLElement>('[role="button"], button'))
    button.addEventListener('click', () => {
      pressed.push(button.id || button.textContent);
      button.closest('[role="dialog"]')?.remove();
    });
  vi.stubGlobal('document', document);
  const controls = someControls({
    frame: { evaluate: async (does: (...given: unknown[]) => unknown, ...given: unknown[]) => does(...given) },
    async until(what: string, condition: (...given: unknown[]) => boolean, _: number, ...given: unknown[]) {
      if (!condition(...given)) pressed.push(`waits in vain for ${what}`);
    },
  });
  await closeNotices(controls);
  return pressed;
};

it('a film that somebody shares from elsewhere is agreed to by nobody: its dialog is closed by its cross', async () => {
  const asks = "You're about to open an external website. Do you want to continue?";
  expect(await pressedOn(dialogOf(asks))).toEqual(['modal-header-close-button']);
});

it('a voice agent is let hear nobody by a bot: what asks for that is put off', async () => {
  const asks = dialogOf('The agent only hears participants who allow it. You are muted until you decide.')
    .replace('<div role="button" id="modal-header-close-button" aria-label="Close"></div>', '')
    .replace('<button>Cancel</button>', '<button aria-label="Not now">Not now</button>');
  expect(await pressedOn(asks)).toEqual(['Not now']);
});

it('that a meeting is recorded is understood, also beside such a dialog', async () => {
  const recorded = `<div role="dialog" aria-label="Recording in progress"><button id="modal-dialog-ok-button">I understand</button></div>`;
  const asks = dialogOf('You’re about to open an external website.');
  expect(await pressedOn(asks + recorded)).toEqual([
    'told of the recording',
    'modal-dialog-ok-button',
    'modal-header-close-button',
  ]);
});

it('what asks something else is left as it is', async () => {
  expect(await pressedOn(dialogOf('Do you want to allow Ada to remotely control your desktop?'))).toEqual([]);
});
