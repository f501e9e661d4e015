import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium.ts';
import { ElementMissingError } from '../../../lib/capture/meeting/errors.ts';
import { Controls } from '../../../lib/capture/platforms/controls.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium({ width: 320, height: 240 });
});
afterAll(() => closeChromium(browser));

/** A page that shows its button after a while, and is busy with something else until then if it is slow. */
const aPage = async ({ button_after_ms, isSlow }: { button_after_ms: number; isSlow: boolean }): Promise<Page> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.evaluate(
    (button_after_ms, isSlow) => {
      const began = performance.now();
      const work = (): void => {
        const until = performance.now() + 800;
        while (isSlow && performance.now() < until);
        if (performance.now() - began < button_after_ms) setTimeout(work, 10);
        else document.body.innerHTML = '<button onclick="document.title = `pressed`">Join</button>';
      };
      setTimeout(work, 10);
    },
    button_after_ms,
    isSlow,
  );
  return page;
};

const press = (page: Page): Promise<void> =>
  Controls.doing(page.mainFrame(), 'join', (controls) => controls.press('button'));

describe('a button', () => {
  it('that comes late in a page that is slow is waited for', async () => {
    const page = await aPage({ button_after_ms: 8_000, isSlow: true });
    await press(page);
    expect(await page.title()).toBe('pressed');
  });

  it('that does not come in a page that answers at once is missing, and told with the step that it is for', async () => {
    const page = await aPage({ button_after_ms: 60_000, isSlow: false });
    const missing = await press(page).catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(ElementMissingError);
    expect(missing).toMatchObject({ step: 'join', element: 'button' });
  });
});
