import type { Page } from 'puppeteer-core';

/** A page may alert or ask "leave this site?", and does nothing else until it is answered: nobody is there to. */
export const acceptDialogs = (page: Page): void => {
  page.on('dialog', (dialog) => {
    dialog.accept().catch(() => undefined);
  });
};
