/** The demo of the dashboard: somebody who has read nothing sends a bot by mouse alone, watches it, and reads the meeting afterwards. */
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { closeChromium, launchChromium } from '../capture/browser/chromium/chromium.ts';
import { inHand, longestMs } from './by-mouse.ts';
import type { Claim } from './checks.ts';
import { openHome } from './home.ts';
import { say, tellWebhook } from './telling.ts';

const mostLooks = 15;
/** From one button to `joined_recording`: what is strived for. How fast this machine is decides, and so nothing fails by it. */
const targetSeconds = 5;
const wide = { width: 1280, height: 860 };
const narrow = { width: 390, height: 844 };
/** So that a picture of a page is at most 150 KB. */
const quality = 80;

/** The ages of the pictures of the meeting that the page is given, in ms, when they have arrived. */
const watchAges = (page: Page): number[] => {
  const ages: number[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/watch')) return;
    response.json().then(
      ({ picture }: { picture: { age_ms: number } | null }) => picture && ages.push(picture.age_ms),
      () => undefined,
    );
  });
  return ages;
};

/** Takes the page as a picture at both widths, light and dark, and leaves it as it was. */
const portray = async (page: Page, folder: string, name: string): Promise<void> => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    for (const viewport of [wide, narrow]) {
      await page.setViewport(viewport);
      await page.evaluate(async () => {
        // Two frames: what follows the width has begun to then.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const ends = ({ effect }: Animation) => Number.isFinite(Number(effect?.getComputedTiming().endTime));
        await Promise.allSettled(
          document
            .getAnimations()
            .filter(ends)
            .map(({ finished }) => finished),
        );
      });
      const path = join(folder, `dashboard-${name}-${viewport.width}-${scheme}.webp`) as `${string}.webp`;
      await page.screenshot({ path, type: 'webp', quality });
    }
  }
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  page.setDefaultTimeout(longestMs);
  await page.setViewport(wide);
};

interface Frame {
  readonly at_ms: number;
  readonly says: string;
  readonly jpeg: string;
}

/** Takes frames of a page, each with its time since `from`. */
const filming = (page: Page, from: number) => {
  const frames: Frame[] = [];
  return {
    frames,
    take: async (says: string): Promise<void> => {
      const at_ms = Date.now() - from;
      frames.push({ at_ms, says, jpeg: await page.screenshot({ type: 'jpeg', quality: 90, encoding: 'base64' }) });
    },
  };
};

/** The frames in one picture, three in a row, each with its time. */
const developed = async (browser: Browser, frames: readonly Frame[], path: `${string}.webp`): Promise<void> => {
  const page = await browser.newPage();
  await page.setViewport({ width: 1500, height: 700 });
  const figures = frames.map(
    ({ at_ms, says, jpeg }) =>
      `<figure style="margin:0"><img width="480" src="data:image/jpeg;base64,${jpeg}" style="display:block;border:1px solid #c6d0da;border-radius:8px"><figcaption style="padding:6px 2px 0"><b>${(at_ms / 1000).toFixed(1)} s</b> ${says}</figcaption></figure>`,
  );
  await page.setContent(
    `<body style="margin:0;padding:15px;display:grid;grid-template-columns:repeat(3,480px);gap:15px;background:#fff;color:#131a21;font:16px/1.4 system-ui,sans-serif">${figures.join('')}</body>`,
  );
  await page.screenshot({ path, type: 'webp', quality, fullPage: true });
  await page.close();
};

const secondsBetween = (from: number, to: string | undefined): number => (Date.parse(to ?? '') - from) / 1000;

/** A host who refuses whoever knocks. */
export const refusing = {
  participants: [{ name: 'Maya Lindqvist', host: true }],
  timeline: [{ at_ms: 1_000, who: 'Maya Lindqvist', do: 'refuse' }],
  start: { people: 1 },
  repeat: true,
};

/** Leaves pictures of the pages in the folder: docs/images has three of them. */
export const showDashboard = async (folder: string): Promise<Claim[]> => {
  const started = Date.now();
  await using home = await openHome(say, tellWebhook);
  const { client, dashboard_url } = home;
  const browser = await launchChromium({ ...wide, tells_requests: true });
  await using _ = { [Symbol.asyncDispose]: () => closeChromium(browser) };
  const page = await browser.newPage();
  await page.setViewport(wide);
  const { until, says, shows, press, showsRecording, playsForAMoment } = inHand(page);
  const ages = watchAges(page);
  const film = filming(page, started);

  const opened = Date.now();
  await page.goto(dashboard_url);
  await says('No bots yet');
  const usable_s = (Date.now() - opened) / 1000;
  say(`the dashboard is there after ${usable_s.toFixed(1)} s`);
  await film.take('the link that npm start printed');

  const pressed = Date.now();
  await press('Rehearse with two people');
  await until('the bot', async () => page.url().includes('/bots/bot_'));
  await says('What happened');
  await film.take('one button was pressed');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const recording = await home.until(id, ({ state }) => state === 'joined_recording');
  // What brought it into the state that it is in, which it leaves only when it is told to.
  const recordsFrom = recording.events.at(-1)?.created_at;
  const joined_s = secondsBetween(pressed, recordsFrom);
  const total_s = secondsBetween(started, recordsFrom);
  const inTime = `${joined_s.toFixed(1)} s (target: ${targetSeconds} s on an idle machine)`;
  say(`one button, and the bot is in the meeting and records: ${inTime}; ${total_s.toFixed(1)} s after npm start`);
  await says('Recording');
  await film.take('the bot is in the meeting');

  await shows('.seen img', 1);
  await film.take('its picture of the meeting');
  await shows('.line', 1);
  await film.take('the first sentence');
  await shows('.line', 2);
  ages.length = 0;
  await until('pictures again and again', async () => ages.length >= mostLooks);
  const oldest_ms = Math.max(...ages);
  say(`${ages.length} pictures of the meeting, the oldest ${oldest_ms} ms old`);
  await portray(page, folder, 'live');

  await page.goto(new URL('/dashboard', home.base_url).href);
  await says('Recording');
  await press('Send a bot');
  await says('Link to the meeting');
  await portray(page, folder, 'send');
  await page.goto(new URL(`/dashboard/bots/${id}`, home.base_url).href);
  await press('Leave');
  const ended = await home.until(id, ({ state }) => state === 'ended');

  await page.goto(new URL(`/dashboard/bots/${id}`, home.base_url).href);
  await showsRecording();
  await film.take('asked to leave: recording and transcript');
  await developed(browser, film.frames, join(folder, 'dashboard-in-seconds.webp') as `${string}.webp`);

  // A second bot knocks at a door that nobody opens.
  await page.goto(new URL('/dashboard', home.base_url).href);
  await press('Send a bot');
  await press('A script of your own');
  await page.locator('::-p-aria([name="Script"][role="textbox"])').click();
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(JSON.stringify(refusing, null, 2));
  await says('1 person, 1 entry');
  await portray(page, folder, 'script');
  await press('Rehearse it');
  await says('Did not get in');
  await says('What the bot saw');
  await shows('.seen img', 1);
  await portray(page, folder, 'kept-out');

  await page.goto(new URL(`/dashboard/bots/${id}`, home.base_url).href);
  await showsRecording();
  await shows('.line', 2);
  await playsForAMoment();
  await shows('.line[aria-current=true]');
  await portray(page, folder, 'after');
  await page.goto(new URL('/dashboard', home.base_url).href);
  await says('Did not get in');
  await portray(page, folder, 'bots');

  const transcript = await client.getTranscript({ path: { object_id: id } });
  return [
    { claim: 'the dashboard is usable', holds: usable_s < 60, found: `after ${usable_s.toFixed(1)} s` },
    {
      claim: 'one button brought a bot into a meeting',
      holds: joined_s < 60,
      found: `joined_recording after ${inTime}`,
    },
    { claim: 'from npm start to there', holds: total_s < 90, found: `${total_s.toFixed(1)} s` },
    { claim: 'the picture of the meeting was never old', holds: oldest_ms <= 2_000, found: `${oldest_ms} ms at most` },
    { claim: 'the bot came home', holds: ended.state === 'ended', found: ended.state },
    { claim: 'with a transcript', holds: transcript.length > 0, found: `${transcript.length} utterances` },
  ];
};
