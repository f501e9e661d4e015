/** The field of a chat that goes on after the meeting, where that is a page of Google Chat's in the panel of a Google Meet. */
import type { Frame } from 'puppeteer-core';
import type { Controls } from '../controls.ts';
import { selectors } from './selectors.ts';

export interface Field {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** How many characters it takes; of an editor it is not told. */
  readonly most?: number;
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

/** The page in the panel that is shown, as there may be others of that host. */
export const shownFrame = async ({ frame }: Controls): Promise<Frame | undefined> => {
  const elements = await frame.$$(selectors.chatFrame);
  try {
    for (const element of elements)
      if (await element.evaluate((one) => one.checkVisibility())) return (await element.contentFrame()) ?? undefined;
    return undefined;
  } finally {
    await Promise.all(elements.map((element) => element.dispose()));
  }
};

export const fieldInFrame = async (controls: Controls, framed: Framed): Promise<Field | 'loading'> => {
  const inner = await shownFrame(controls).catch(() => undefined);
  if (URL.parse(inner?.url() ?? '')?.hostname !== host) return 'loading';
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

/** Whether the page in the panel is all there, also where it has led to another one, such as that which asks who it is. */
export const isFrameLoaded = async (controls: Controls): Promise<boolean> => {
  const inner = await shownFrame(controls).catch(() => undefined);
  // One that cannot be reached is an empty page of the browser's.
  if (URL.parse(inner?.url() ?? '')?.protocol !== 'https:') return false;
  return (await inner?.evaluate(() => document.readyState).catch(() => undefined)) === 'complete';
};
