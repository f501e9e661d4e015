/** Very many of something on a page, as a hostile one may have them. */
import type { Page } from 'puppeteer-core';

/** Lays so many copies of the last element that a selector finds beside it, each called by a number where it has a participant's id. */
export const crowdIn = (page: Page, selector: string, count: number): Promise<void> =>
  page.evaluate(
    (selector, count) => {
      const last = [...document.querySelectorAll(selector)].at(-1);
      if (!last) throw new Error(`the page has no ${selector}`);
      const copies = Array.from({ length: count }, (_, at) => {
        const copy = last.cloneNode(true) as Element;
        if (copy.hasAttribute('data-participant-id'))
          copy.setAttribute('data-participant-id', `spaces/x/devices/${at}`);
        return copy;
      });
      last.after(...copies);
      // To lay them out takes the page seconds, whoever looks at it.
      document.body.getBoundingClientRect();
    },
    selector,
    count,
  );
