/** The moving picture at the top of the README: a bot comes into a meeting, records it and goes, as somebody there sees it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { closeChromium, launchChromium } from '../capture/browser/chromium/chromium.ts';
import { runScript } from '../demo-room/scripted/run-script.ts';
import { Script } from '../demo-room/scripted/script.ts';
import { animatedWebp, type Still } from './animated-webp.ts';
import type { Claim } from './checks.ts';
import { botTriggers, openHome } from './home.ts';
import { say, tellWebhook } from './telling.ts';

const size = { width: 960, height: 600 };
const quality = 55;
/** Pictures are taken so far apart at least: what moves is told by few. */
const everyMs = 500;
const untilItComesMs = 2_000;
const conversationMs = 16_000;
const untilItIsGoneMs = 3_000;
const mostBytes = 1.5 * 1024 * 1024;
const script = new URL('../demo-room/scripts/two-people.json', import.meta.url);

/** Takes pictures of a page until it is told to stop, and answers them with how long each was to be seen. */
const filmOf = (page: Page) => {
  const taken: { webp: Uint8Array; at_ms: number }[] = [];
  const stop = new AbortController();
  const taking = (async () => {
    while (!stop.signal.aborted) {
      const at_ms = performance.now();
      taken.push({ webp: await page.screenshot({ type: 'webp', quality }), at_ms });
      await new Promise((resolve) => setTimeout(resolve, at_ms + everyMs - performance.now()));
    }
  })();
  return async (): Promise<Still[]> => {
    stop.abort();
    await taking;
    const end_ms = performance.now();
    return taken.map(({ webp, at_ms }, index) => ({ webp, duration_ms: (taken[index + 1]?.at_ms ?? end_ms) - at_ms }));
  };
};

/** Runs in a page: how many pictures a browser finds in a file, and how large they are. */
const decoded = async (base64: string): Promise<{ pictures: number; width: number; height: number }> => {
  const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const decoder = new ImageDecoder({ data, type: 'image/webp' });
  await decoder.tracks.ready;
  const pictures = decoder.tracks.selectedTrack?.frameCount ?? 0;
  const { image } = await decoder.decode({ frameIndex: pictures - 1 });
  return { pictures, width: image.displayWidth, height: image.displayHeight };
};

/** Writes `moving-picture.webp` into a folder, and answers what is true of it. */
export const showMovingPicture = async (folder: string): Promise<Claim[]> => {
  await using home = await openHome(say, tellWebhook);
  const { base_url, client, sink } = home;
  const room = await home.createRoom();
  const meeting_url = new URL(room.room_path, base_url).href;
  await using people = await runScript({
    base_url,
    room,
    script: Script.parse(JSON.parse(await readFile(script, 'utf8'))),
  });
  await using browser = await launchChromium(size).then((launched) => ({
    newPage: () => launched.newPage(),
    [Symbol.asyncDispose]: () => closeChromium(launched),
  }));
  const page = await browser.newPage();
  await page.goto(meeting_url);
  await page.type('#name', 'Sam');
  // What a browser without devices makes up is no face.
  for (const device of ['microphone', 'camera']) {
    const button = await page.waitForSelector(`main [data-device="${device}"][aria-pressed="true"]`);
    await button?.click();
  }
  await page.click('#join');
  await page.waitForSelector('body[data-phase="in_meeting"] .tile');
  say(`somebody looks on in ${meeting_url}`);

  const filmed = filmOf(page);
  people.start();
  await new Promise((resolve) => setTimeout(resolve, untilItComesMs));
  const { id } = await client.createBot({
    body: { meeting_url, bot_name: 'Minutes', webhooks: [{ url: sink.url, triggers: botTriggers }] },
  });
  await home.until(id, ({ state }) => state === 'joined_recording');
  await new Promise((resolve) => setTimeout(resolve, conversationMs));
  await client.leaveBot({ path: { object_id: id } });
  await home.until(id, ({ state }) => state === 'ended');
  await new Promise((resolve) => setTimeout(resolve, untilItIsGoneMs));
  const stills = await filmed();

  const film = animatedWebp(size.width, size.height, stills);
  await writeFile(join(folder, 'moving-picture.webp'), film);
  const seen = await page.evaluate(decoded, film.toString('base64'));
  return [
    {
      claim: 'a browser plays all of its pictures',
      holds: stills.length > 10 && seen.pictures === stills.length && seen.width === size.width,
      found: `${seen.pictures} of ${stills.length}, ${seen.width}x${seen.height}`,
    },
    {
      claim: 'it is small enough to stand on a page',
      holds: film.length <= mostBytes,
      found: `${Math.round(film.length / 1024)} KB`,
    },
  ];
};
