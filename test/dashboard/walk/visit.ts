/** Somebody at the dashboard of a home: what they look at, by what they do it, and the steps that are told. */
import type { Page } from 'puppeteer-core';
import type { InHand } from '../../../lib/demo/by-mouse.ts';

export interface Visit extends InHand {
  readonly step: <T>(name: string, run: () => T | Promise<T>) => Promise<T>;
  readonly page: Page;
  /** The address of the home, as browsers know it. */
  readonly site: string;
}

/** A part of the page, by its heading. */
export const part = (name: string): string => `section[aria-label="${name}"]`;

/** Nothing is asked any more: while a question goes it still lies over what is to be pressed next. */
export const nothingIsAsked = ({ page, until }: Visit): Promise<void> =>
  until('no question any more', async () => (await page.$('[role=dialog]')) === null);

/** What is shown this once, such as a key. */
export const shownOnce = ({ page }: Visit): Promise<string> =>
  page
    .locator('[role=status] pre')
    .map(({ textContent }) => textContent)
    .wait();
