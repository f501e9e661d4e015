import type { Frame } from 'puppeteer-core';
import { afterEach, expect, it, vi } from 'vitest';
import { documentOf } from '../../../../bin/judge/documents.ts';
import { acceptIn } from '../../../../lib/capture/platforms/consent.ts';
import { Controls } from '../../../../lib/capture/platforms/controls.ts';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What is pressed in a page to accept what a question for consent asks. */
const pressedIn = async (html: string): Promise<string | undefined> => {
  const document = documentOf(html);
  vi.stubGlobal('document', document);
  let pressed: string | undefined;
  for (const button of document.querySelectorAll('button')) {
    button.checkVisibility = () => true;
    button.click = () => {
      pressed = button.textContent;
    };
  }
  const frame = {
    page: () => ({ mainFrame: () => frame }),
    evaluate: async (press: (parts: unknown) => boolean, parts: unknown) => press(parts),
  };
  const accepts = googleMeet.states.find(({ phase }) => phase === 'consent_asked')?.accepts ?? [];
  await acceptIn(new Controls(frame as unknown as Frame, 'accept'), accepts);
  return pressed;
};

const leave = '<button data-mdc-dialog-action="cancel">Leave</button>';

it.each([
  ['by its words', 'Join now', `${leave}<button>Join now</button><button data-mdc-dialog-action="ok">More</button>`],
  ['by what it does', 'Enter the call', `${leave}<button data-mdc-dialog-action="ok">Enter the call</button>`],
  ['not where nothing in the dialog agrees', undefined, `${leave}<button>More</button>`],
])('what a dialog of Google Meet asks is accepted %s', async (_, wanted, buttons) => {
  const page = `<button data-mdc-dialog-action="ok">Elsewhere</button><div role="dialog">Gemini is taking notes ${buttons}</div>`;
  expect(await pressedIn(page)).toBe(wanted);
});
