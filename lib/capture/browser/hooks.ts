/** How programs of ours get into a page, under names that it does not know. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'puppeteer-core';
import { exportsName } from '../build/scripts.ts';

/** A name for something of ours in a page, which nobody can guess. */
export const hiddenName = (): string => `_${randomBytes(8).toString('hex')}`;

/** Has a program installed with these options in every document that the page loads from now on, before its own scripts. */
export const installProgram = async (page: Page, script: string, options: object): Promise<void> => {
  // Workers are made from text, which strict pages forbid.
  await page.setBypassCSP(true);
  await page.evaluateOnNewDocument(`(() => { ${script}; ${exportsName}.install(${JSON.stringify(options)}); })();`);
};
