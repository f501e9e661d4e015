/** Makes pictures.json by the encoder of a browser: `node test/facsimiles/meetings/media/make-pictures.ts`. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeChromium, launchChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { longestMs } from '../../../lab/until.ts';

const colours = ['#b03a3a', '#3aa04a', '#3a4ab0', '#b08a2a', '#7a3ab0', '#2a9aa0', '#909090', '#c06a9a'];

/** Runs in the page. */
const encode = async (colours: readonly string[]): Promise<Record<string, string>> => {
  const encoded: Record<string, string> = {};
  for (const colour of colours) {
    const canvas = new OffscreenCanvas(320, 180);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = colour;
    context.fillRect(0, 0, 320, 180);
    const encoder = new VideoEncoder({
      output(chunk) {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        encoded[colour] = btoa(String.fromCharCode(...bytes));
      },
      error: (error) => {
        throw error;
      },
    });
    encoder.configure({ codec: 'vp8', width: 320, height: 180, bitrate: 200_000 });
    const frame = new VideoFrame(canvas, { timestamp: 0 });
    encoder.encode(frame, { keyFrame: true });
    await encoder.flush();
    frame.close();
    encoder.close();
  }
  return encoded;
};

// Encoders are there on pages of this machine, and on none that is empty.
const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end());
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const browser = await launchChromium({ width: 640, height: 360 });
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const encoded = await page.evaluate(encode, colours);
  await writeFile(new URL('pictures.json', import.meta.url), `${JSON.stringify(encoded, undefined, 2)}\n`);
} finally {
  await closeChromium(browser);
  server.closeAllConnections();
  server.close();
}
