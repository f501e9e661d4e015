/** A browser with an empty page beside a recording, to look at it with. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer-core';
import { closeChromium, launchChromium } from '../capture/browser/chromium/chromium.ts';
import { serveFiles } from './file-server.ts';

/** `look` gets a page and the recording's address, which the page may load. */
export const withPlayer = async <T>(path: string, look: (page: Page, url: string) => Promise<T>): Promise<T> => {
  await using player = await serveFiles({
    player: { path: fileURLToPath(new URL('./props/player.html', import.meta.url)), type: 'text/html' },
    recording: { path, type: 'video/mp4' },
  });
  const browser = await launchChromium({ width: 1280, height: 720 });
  try {
    const page = await browser.newPage();
    await page.goto(player.url('player'));
    return await look(page, player.url('recording'));
  } finally {
    await closeChromium(browser);
  }
};
