/** A page of the dashboard in the hand of somebody who looks, and presses what they see. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';

/** Of a busy machine, one may wait as long. */
export const longestMs = 180_000;
const lookEveryMs = 100;

/** How far into the recording of a meeting one begins to play it, at most. */
const playFromS = 12;

/** What is looked for is looked for again and again: a busy machine takes longer than a browser waits for one answer. */
export const inHand = (page: Page) => {
  /** @throws when what is looked for is not there in time */
  const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
    for (const giveUpAt = Date.now() + longestMs; !(await isSo().catch(() => false)); await delay(lookEveryMs)) {
      if (Date.now() > giveUpAt) throw new Error(`the dashboard does not show ${what}`);
    }
  };
  return {
    until,
    says: (text: string): Promise<void> =>
      until(`“${text}”`, () => page.evaluate((text) => document.body.textContent.includes(text), text)),
    shows: (selector: string, count = 1): Promise<void> =>
      until(selector, async () => (await page.$$(selector)).length >= count),
    press: (name: string): Promise<void> => page.locator(`::-p-aria([name="${name}"][role="button"])`).click(),
    /** A recording has been loaded, and can be played. */
    showsRecording: (): Promise<void> =>
      until('a recording', () => page.$eval('video', ({ readyState }) => readyState >= 2)),
    /** Plays the recording: of one that is only looked up, its controls may still show that it is loaded. */
    playsForAMoment: async (): Promise<void> => {
      const from_s = await page.$eval(
        'video',
        (video, most) => {
          video.currentTime = Math.min(most, video.duration / 2);
          void video.play();
          return video.currentTime;
        },
        playFromS,
      );
      await until('the recording play', () =>
        page.$eval('video', ({ currentTime }, from_s) => currentTime > from_s, from_s),
      );
      await page.$eval('video', (video) => video.pause());
    },
  };
};
