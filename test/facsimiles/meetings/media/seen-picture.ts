/** What is seen in a picture that a bot has sent, once a browser has decoded it. */
import type { Browser } from 'puppeteer-core';
import { longestMs } from '../../../lab/until.ts';

/** The colour in the middle of a key picture of VP8. `blank`: a page of a host of this machine: decoders are for pages of a host only. */
export const colourOf = async (browser: Browser, blank: string, picture: Uint8Array): Promise<readonly number[]> => {
  await using page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(blank);
  return await page.evaluate(async (base64) => {
    const canvas = new OffscreenCanvas(1, 1);
    const pen = canvas.getContext('2d');
    const decoder = new VideoDecoder({
      output(frame) {
        const { displayWidth, displayHeight } = frame;
        pen?.drawImage(frame, displayWidth / 2, displayHeight / 2, 1, 1, 0, 0, 1, 1);
        frame.close();
      },
      error: () => undefined,
    });
    decoder.configure({ codec: 'vp8' });
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data }));
    await decoder.flush();
    return [...(pen?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  }, Buffer.from(picture).toString('base64'));
};
