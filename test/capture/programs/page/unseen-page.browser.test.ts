import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { pictureOf } from '../../../../lib/capture/browser/page-picture.ts';
import { bundle } from '../../../../lib/capture/build/bundle.ts';
import { longestMs } from '../../../lab/until.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium({ width: 640, height: 360 });
});
afterAll(() => closeChromium(browser));

/** A camera that is red all over, on a page that is black. */
const playRed = async (): Promise<void> => {
  document.body.style.background = 'black';
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
  const context = canvas.getContext('2d');
  setInterval(() => {
    if (context) context.fillStyle = '#ff0000';
    context?.fillRect(0, 0, 640, 360);
  }, 50);
  const video = Object.assign(document.createElement('video'), { muted: true, srcObject: canvas.captureStream() });
  document.body.append(video);
  await video.play();
};

/** How red the middle of a picture is. */
const rednessOf = async (jpeg: string): Promise<number> => {
  const picture = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${jpeg}`)).blob());
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  context?.drawImage(picture, 0, 0);
  return context?.getImageData(picture.width / 4, picture.height / 4, 1, 1).data[0] ?? Number.NaN;
};

it('people are seen in a picture of a page that spares their drawing, and in none before and after it', async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  const session = await page.createCDPSession();
  const program = new URL('../../../../lib/capture/programs/page/unseen-page.ts', import.meta.url);
  await page.evaluate(bundle(program, 'unseen'));
  await page.evaluate(playRed);
  const isRed = async (): Promise<boolean> =>
    (await page.evaluate(rednessOf, Buffer.from(await pictureOf(session)).toString('base64'))) > 128;
  await expect.poll(isRed).toBe(true);
  await page.evaluate('unseen.hideVideos()');
  await expect.poll(isRed).toBe(false);
  for (const isTaken of [true, false]) {
    await page.evaluate(`unseen.pictureVideos(${isTaken})`);
    await expect.poll(isRed).toBe(isTaken);
  }
});
