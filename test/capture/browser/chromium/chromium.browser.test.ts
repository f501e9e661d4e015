import { expect, it } from 'vitest';
import { closeChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { patientBrowser } from '../../../lab/hosts/patient-browser.ts';
import { longestMs } from '../../../lab/until.ts';

it.runIf(!process.env.CHROMIUM_PATH)(
  'the browser from npm starts without a page, which would cost memory',
  async () => {
    const browser = await patientBrowser({ width: 320, height: 240 });
    expect(await browser.pages()).toEqual([]);
    const page = await browser.newPage();
    page.setDefaultTimeout(longestMs);
    expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([320, 240]);
    await closeChromium(browser);
  },
);
