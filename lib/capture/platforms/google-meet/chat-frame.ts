/** The field of a chat that goes on after the meeting, where that is a page of Google Chat's in the panel of a Google Meet. */
import type { Controls } from '../controls.ts';
import { selectors } from './selectors.ts';

export interface Field {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Keys go to it. */
  readonly hasFocus: boolean;
  /** In a page of its own, of whose messages the page around it is told nothing. */
  readonly isFramed: boolean;
}

/** Where the page in the panel is. */
export interface Framed {
  readonly left: number;
  readonly top: number;
  readonly hasFocus: boolean;
}

const host = 'chat.google.com';

export const fieldInFrame = async ({ frame }: Controls, framed: Framed): Promise<Field | 'loading'> => {
  const inner = frame.childFrames().find((one) => URL.parse(one.url())?.hostname === host);
  // It may go on to another page meanwhile.
  const found = await inner
    ?.evaluate((selector) => {
      const field = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility());
      if (!field) return undefined;
      field.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = field.getBoundingClientRect();
      const hasFocus = field.contains(document.activeElement);
      return { x: left + width / 2, y: top + height / 2, text: field.textContent ?? '', hasFocus };
    }, selectors.framedChatField)
    .catch(() => undefined);
  if (!found) return 'loading';
  const { x, y, text, hasFocus } = found;
  return { x: framed.left + x, y: framed.top + y, text, hasFocus: hasFocus && framed.hasFocus, isFramed: true };
};
