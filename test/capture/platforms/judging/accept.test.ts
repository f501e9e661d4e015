import { describe, expect, it } from 'vitest';
import { documentOf, stillEyes } from '../../../../bin/judge/documents.ts';
import { signs as googleMeet } from '../../../../lib/capture/platforms/google-meet/signs.ts';
import { acceptIn } from '../../../../lib/capture/platforms/judging/accept.ts';
import type { ElementMatch } from '../../../../lib/capture/platforms/judging/sign-table.ts';

const pressedIn = (pages: readonly string[], parts: readonly ElementMatch[]): string | undefined => {
  const documents = pages.map(documentOf);
  let pressed: string | undefined;
  for (const document of documents)
    document.addEventListener('click', (event) => {
      pressed = (event.composedPath()[0] as Element).id;
    });
  expect(acceptIn(documents, parts, stillEyes)).toBe(pressed !== undefined);
  return pressed;
};

describe('what a dialog of Google Meet asks', () => {
  const accepts = googleMeet.states.find(({ phase }) => phase === 'consent_asked')?.accepts ?? [];
  const leave = '<button id="leave" data-mdc-dialog-action="cancel">Leave</button>';

  it.each([
    ['by its words', 'b', '<button id="b">Join now</button><button id="c" data-mdc-dialog-action="ok">More</button>'],
    ['by what it does', 'b', '<button id="b" data-mdc-dialog-action="ok">Enter the call</button>'],
    ['not where nothing in the dialog agrees', undefined, '<button id="b">More</button>'],
  ])('is accepted %s', (_, wanted, buttons) => {
    const elsewhere = '<button id="elsewhere" data-mdc-dialog-action="ok">Elsewhere</button>';
    const page = `${elsewhere}<div role="dialog">Gemini is taking notes ${leave}${buttons}</div>`;
    expect(pressedIn([page], accepts)).toBe(wanted);
  });
});

describe('what accepts is pressed wherever it is recognised', () => {
  const parts = [{ selector: 'button, input', labels: ['I Agree'] }] as const;
  const agree = '<button id="agree">I Agree</button>';

  it.each([
    ['in the page', [agree]],
    ['in a frame of it', ['<p>Welcome</p>', '<p>A frame</p>', agree]],
    ['in a shadow root', [`<div><template shadowrootmode="open">${agree}</template></div>`]],
    ['with an icon that is written as a word', ['<button id="agree"><i aria-hidden="true">check</i>I Agree</button>']],
    ['by its value', ['<input id="agree" type="button" value="I agree">']],
    ['behind another of the name that nobody sees', [`<button hidden id="hidden">I Agree</button>${agree}`]],
  ])('%s', (_, pages) => {
    expect(pressedIn(pages, parts)).toBe('agree');
  });

  it('and nowhere where nobody sees it', () => {
    expect(pressedIn([`<div aria-hidden="true">${agree}</div>`], parts)).toBeUndefined();
  });
});
