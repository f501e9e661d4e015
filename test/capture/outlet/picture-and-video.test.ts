import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { aColouredPng } from '../../support/pictures.ts';
import { aMeeting, aSite, isLike } from './support.ts';

const [green, red, blue] = ['#20a040', '#d02020', '#2040d0'];

it('shows its picture, plays a video with its sound, and shows its picture again', { timeout: 90_000 }, async () => {
  const mp4 = await readFile(new URL('../fixtures/two-colours.mp4', import.meta.url));
  await using site = await aSite((_, answer) => answer.setHeader('content-type', 'video/mp4').end(mp4));
  await using meeting = await aMeeting({ picture: async () => aColouredPng(green, 64, 36) });

  const still = await meeting.until(({ camera }) => isLike(camera?.average, green));
  // A camera's shape, in whatever size the connection has.
  expect((still.camera?.width ?? 0) / (still.camera?.height ?? 1)).toBeCloseTo(16 / 9);
  expect(still.sound?.loudness_db ?? -100).toBeLessThan(-60);

  meeting.bot.order({ output_video: { id: 'v1', url: site.url, loop: false, asked_at: '2026-01-01T00:00:00Z' } });
  const playing = await meeting.until(
    ({ camera, sound }) => isLike(camera?.regions[0], red) && (sound?.loudness_db ?? -100) > -40,
  );
  expect(isLike(playing.camera?.regions[2], blue)).toBe(true);
  expect(Math.abs((playing.sound?.frequency_hz ?? 0) - 440)).toBeLessThan(15);

  await meeting.until(({ camera }) => isLike(camera?.average, green));
  expect(meeting.bot.told).toEqual(['video v1 started', 'video v1 over']);
});
