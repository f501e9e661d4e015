import { readFile } from 'node:fs/promises';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import type { Browser } from 'puppeteer-core';
import { expect, it } from 'vitest';
import { launchChromium } from '../../../../lib/capture/browser/chromium/chromium.ts';
import { selectors } from '../../../../lib/capture/platforms/demo-room/selectors.ts';
import { aColouredPng, isLike } from '../../../lab/builders/pictures.ts';
import { aSite } from '../../../lab/hosts/site.ts';
import { aMeeting } from '../../../lab/worlds/agent-meeting.ts';

const [green, red, blue] = ['#20a040', '#d02020', '#2040d0'];

const mp4 = await readFile(new URL('../../../lab/fixtures/two-colours.mp4', import.meta.url));
const aVideo = (id: string, url: string) => ({ id, url, loop: false, asked_at: '2026-01-01T00:00:00Z' });

/** The file with nothing that can be decoded in its sound after a moment. */
const tornAfter = async (moment_s: number): Promise<Buffer> => {
  const torn = Buffer.from(mp4);
  const sound = await new Input({ source: new BufferSource(mp4), formats: [MP4] }).getPrimaryAudioTrack();
  if (!sound) throw new Error('the file has no sound');
  for await (const { data, timestamp } of new EncodedPacketSink(sound).packets()) {
    const at = mp4.indexOf(data);
    if (timestamp >= moment_s) torn.fill(0xff, at, at + data.length);
  }
  return torn;
};

it.concurrent('shows its picture, plays a video with its sound, and shows its picture again', async () => {
  await using site = await aSite((_, answer) => answer.setHeader('content-type', 'video/mp4').end(mp4));
  await using meeting = await aMeeting({ picture: async () => aColouredPng(green, 64, 36) });

  const still = await meeting.until(({ camera }) => isLike(camera?.average, green));
  // A camera's shape, in whatever size the connection has.
  expect((still.camera?.width ?? 0) / (still.camera?.height ?? 1)).toBeCloseTo(16 / 9);
  expect(still.sound?.loudness_db ?? -100).toBeLessThan(-60);

  meeting.bot.order({ output_video: aVideo('v1', site.url) });
  // On a busy machine not every moment of the sound is whole: one that is says what is played.
  const playing = await meeting.until(
    ({ camera, sound }) =>
      isLike(camera?.regions[0], red) &&
      (sound?.loudness_db ?? -100) > -40 &&
      Math.abs((sound?.frequency_hz ?? 0) - 440) < 15,
  );
  expect(isLike(playing.camera?.regions[2], blue)).toBe(true);

  await meeting.until(({ camera }) => isLike(camera?.average, green));
  expect(meeting.bot.told).toEqual(['video v1 started', 'video v1 over']);
});

it.concurrent('shows a video to its end whose sound breaks off, and then the next', async ({ expect }) => {
  const torn = await tornAfter(1);
  await using site = await aSite(({ url }, answer) => answer.end(url === '/torn' ? torn : mp4));
  await using meeting = await aMeeting({});
  const play = async (id: string, url: string): Promise<void> => {
    meeting.bot.order({ output_video: aVideo(id, url) });
    await meeting.until(({ camera }) => isLike(camera?.regions[0], red) && isLike(camera?.regions[2], blue));
    await expect.poll(() => meeting.bot.told).toContain(`video ${id} over`);
  };
  await play('v1', `${site.url}torn`);
  const faults = meeting.logged.flatMap(({ fields }) => (fields as { error?: unknown }).error ?? []);
  expect(String(faults)).toContain('its sound could not be decoded to its end');
  expect(meeting.bot.warned).toEqual([expect.stringContaining('it broke off: ')]);
  await play('v2', site.url);
  await meeting.until(({ camera }) => camera === null);
});

it.concurrent('shows its picture again in a page that has loaded itself anew and come in by itself', async ({
  expect,
}) => {
  let browser: Browser | undefined;
  const launch: typeof launchChromium = async (options) => {
    browser = await launchChromium(options);
    return browser;
  };
  let asked = 0;
  const picture = async () => {
    asked += 1;
    return aColouredPng(green, 64, 36);
  };
  await using meeting = await aMeeting({ picture }, { launch });
  await meeting.until(({ camera }) => isLike(camera?.average, green));
  const page = (await browser?.pages())?.at(-1);
  // It remembers the name.
  await page?.evaluateOnNewDocument(
    (join: string) => addEventListener('load', () => document.querySelector<HTMLElement>(join)?.click()),
    selectors.join,
  );
  await page?.evaluate(() => location.reload());
  await expect.poll(() => asked).toBe(2);
  await meeting.until(({ camera }) => isLike(camera?.average, green));
});
