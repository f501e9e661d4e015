/** A page of the dashboard in the hand of somebody who looks, and presses what they see. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';

/** Of a busy machine, one may wait as long. */
export const longestMs = 180_000;
const lookEveryMs = 100;

/** What is done at a page of the dashboard, by what it is called there: by mouse here, and by the keyboard alone in its tests. */
export interface Hand {
  /** A button; of several that are called alike, the first in the part of the page that a selector names. */
  press(name: string, within?: string): Promise<void>;
  /** A link. */
  follow(name: string, within?: string): Promise<void>;
  /** Whatever else is clicked, by its selector. */
  pick(selector: string): Promise<void>;
  /** Writes into a field, in the place of what is in it. */
  enter(label: string, text: string, within?: string): Promise<void>;
  /** Chooses one of a list, by its value. */
  choose(label: string, value: string, within?: string): Promise<void>;
  /** Turns to one of a few that lie side by side. */
  turnTo(name: string, role: 'tab' | 'radio'): Promise<void>;
}

/** What has a name for those who do not see it, and a role: a selector of it. */
export const called = (name: string, role: string, within = ''): string =>
  `${within}::-p-aria([name="${name}"][role="${role}"])`;

const byMouse = (page: Page): Hand => ({
  press: (name, within) => page.locator(called(name, 'button', within)).click(),
  follow: (name, within) => page.locator(called(name, 'link', within)).click(),
  pick: (selector) => page.locator(selector).click(),
  enter: (label, text, within) => page.locator(called(label, 'textbox', within)).fill(text),
  choose: (label, value, within) => page.locator(called(label, 'combobox', within)).fill(value),
  // What is pressed of a radio button is its label: it is itself not to be seen.
  turnTo: (name, role) => page.locator(role === 'radio' ? `label::-p-text(${name})` : called(name, role)).click(),
});

/** How far into the recording of a meeting one begins to play it, at most. */
const playFromS = 12;

/** What is looked for is looked for again and again: a busy machine takes longer than a browser waits for one answer. */
export const inHand = (page: Page, hand: Hand = byMouse(page)) => {
  /** @throws when what is looked for is not there in time */
  const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
    for (const giveUpAt = Date.now() + longestMs; !(await isSo().catch(() => false)); await delay(lookEveryMs)) {
      if (Date.now() > giveUpAt) throw new Error(`the dashboard does not show ${what}`);
    }
  };
  return {
    ...hand,
    until,
    says: (text: string): Promise<void> =>
      until(`“${text}”`, () => page.evaluate((text) => document.body.textContent.includes(text), text)),
    shows: (selector: string, count = 1): Promise<void> =>
      until(selector, async () => (await page.$$(selector)).length >= count),
    saysNoMore: (text: string): Promise<void> =>
      until(`no more “${text}”`, () => page.evaluate((text) => !document.body.textContent.includes(text), text)),
    /** A picture has been loaded, not only asked for. */
    showsPicture: (): Promise<void> =>
      until('a picture', () => page.$eval('.seen img', (img) => (img as HTMLImageElement).naturalWidth > 0)),
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

export type InHand = ReturnType<typeof inHand>;
