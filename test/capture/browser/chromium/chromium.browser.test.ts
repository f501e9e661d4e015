import { expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';

it.runIf(!process.env.CHROMIUM_PATH)(
  'the browser from npm starts without a page, which would cost memory',
  async () => {
    const browser = await launchChromium({ width: 320, height: 240 });
    expect(await browser.pages()).toEqual([]);
    const page = await browser.newPage();
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([320, 240]);
    await closeChromium(browser);
  },
);
