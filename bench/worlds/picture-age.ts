/** How old the picture of a meeting is that somebody has on the screen: people come and go there, and the dashboard's page is looked at. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { openHome } from '../../lib/demo/home.ts';
import { enterRoom } from '../../test/lab/hosts/demo-room.ts';

const joinsWithinMs = 120_000;
const answersWithinMs = 180_000;
/** The longest that a picture may take, and longer. */
const settledMs = 4_000;
/** At any moment between two pictures. */
const atAnyMomentMs = 1_500;
const nobody = (): void => undefined;

/** A picture that the page has drawn: when, and how bright each part of it is. */
interface Drawn {
  readonly at: number;
  readonly sketch: readonly number[];
}

/** In the page of the bot: notes each picture once it is on the screen. */
const watch = (): void => {
  const [width, height] = [16, 9];
  const glass = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  const drawn: Drawn[] = [];
  Object.assign(globalThis, { drawn });
  const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
  const look = async (): Promise<never> => {
    for (let last = ''; ; ) {
      await nextFrame();
      const picture = document.querySelector<HTMLImageElement>('.seen img');
      if (!glass || !picture || picture.src === last) continue;
      last = picture.src;
      await picture.decode();
      await nextFrame();
      const at = Date.now();
      glass.drawImage(picture, 0, 0, width, height);
      const { data } = glass.getImageData(0, 0, width, height);
      drawn.push({ at, sketch: Array.from({ length: width * height }, (_, i) => data[i * 4 + 1] ?? 0) });
    }
  };
  void look();
};

const drawnIn = (page: Page): Promise<readonly Drawn[]> =>
  page.evaluate(() => (globalThis as unknown as { drawn: Drawn[] }).drawn);

const difference = (one: Drawn, other: Drawn): number =>
  one.sketch.reduce((sum, value, i) => sum + Math.abs(value - (other.sketch[i] ?? 0)), 0);

/** How long each change took to be drawn, in ms. @throws when one was not to be seen before the next */
const delaysOf = (changes: readonly number[], drawn: readonly Drawn[]): number[] =>
  changes.map((at, i) => {
    const before = drawn.findLast((one) => one.at < at);
    const until = changes[i + 1] ?? Number.POSITIVE_INFINITY;
    const after = drawn.filter((one) => one.at >= at && one.at < until);
    const settled = after.at(-1);
    const first = settled && before && after.find((one) => difference(one, settled) < difference(one, before));
    if (!first || !before || difference(before, settled) < 100) throw new Error('somebody came or went unseen');
    return first.at - at;
  });

/** From a change in a meeting until the page of its bot has drawn it, in ms, so many times. */
export const pictureDelays = async (count: number): Promise<readonly number[]> => {
  await using home = await openHome(nobody, nobody);
  const { base_url, client, dashboard_url } = home;
  const room = await home.createRoom();
  // Who stays, so that the bot is not alone.
  const maya = await enterRoom(base_url, room.room_path, 'Maya');
  const meeting_url = new URL(room.room_path, base_url).href;
  const { id } = await client.createBot({ body: { meeting_url, bot_name: 'Bench' } });
  await home.until(id, ({ state }) => state === 'joined_recording', joinsWithinMs);

  const browser = await launchChromium({ width: 1280, height: 860, answers_within_ms: answersWithinMs });
  await using _ = { [Symbol.asyncDispose]: () => closeChromium(browser) };
  const page = await browser.newPage();
  await page.goto(dashboard_url);
  await page.waitForSelector('.bot-row[href]');
  await page.goto(new URL(`/dashboard/bots/${id}`, base_url).href);
  await page.waitForSelector('.seen img');
  await page.evaluate(watch);

  const changes: number[] = [];
  let jonas: Awaited<ReturnType<typeof enterRoom>> | undefined;
  while (changes.length < count) {
    await delay(settledMs + randomInt(atAnyMomentMs));
    if (jonas) {
      changes.push(Date.now());
      jonas.send({ type: 'leave' });
      jonas = undefined;
    } else {
      changes.push(Date.now());
      jonas = await enterRoom(base_url, room.room_path, 'Jonas');
    }
  }
  await delay(settledMs);
  const drawn = await drawnIn(page);
  maya.drop();
  jonas?.drop();
  return delaysOf(changes, drawn);
};
