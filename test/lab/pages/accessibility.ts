/** What axe has to say of a page as it is shown in a browser. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'puppeteer-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Asks axe in this page from now on, until it is loaded anew. */
export const withAxe = (page: Page): Promise<unknown> => page.evaluate(axe);

/** Once what moves for a moment has arrived: it is sent there, as each picture on the way is drawn by the processor. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const nextPicture = () => new Promise((done) => requestAnimationFrame(done));
    await nextPicture();
    await nextPicture();
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
    await nextPicture();
  });

/** Each fault by the rule that finds it, and the elements that have it. What else axe tells takes most of its time. */
export const faults = (page: Page, options: RunOptions = {}): Promise<string[]> =>
  page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ ...options, resultTypes: ['violations'], selectors: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  }, options);
