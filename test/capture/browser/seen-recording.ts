/** What is seen and heard in a recording, once a browser has decoded it. */
import type { Browser } from 'puppeteer-core';
import { bundle } from '../../../lib/capture/build/bundle.ts';
import { longestMs } from '../../lab/until.ts';
import type { Seen } from '../fixtures/see-recording.ts';

let eye: string | undefined;

/** `blank`: a page of a host of this machine: decoders are for pages of a host only. */
export const seeRecording = async (browser: Browser, blank: string, mp4: Uint8Array): Promise<Seen> => {
  // Made once: each takes a third of a second of a processor.
  eye ??= bundle(new URL('../fixtures/see-recording.ts', import.meta.url), 'eye');
  await using page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(blank);
  await page.evaluate(eye);
  return (await page.evaluate(`eye.see('${Buffer.from(mp4).toString('base64')}')`)) as Seen;
};
