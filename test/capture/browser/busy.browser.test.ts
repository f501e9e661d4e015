import { spawn } from 'node:child_process';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium.ts';
import { bundle } from '../../../lib/capture/build/bundle.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import type { Recorder } from '../../../lib/domain/bot/capture-task.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { aRoom } from '../../lab/hosts/paper-room.ts';
import { acceptable, atTheDoor, beginRecording, untilStored } from './recorded-meeting.ts';

let browser: Browser;
let room: Awaited<ReturnType<typeof aRoom>>;
beforeAll(async () => {
  [room, browser] = await Promise.all([aRoom(), launchChromium({ width: 1280, height: 720 })]);
});
afterAll(async () => {
  await closeChromium(browser);
  await room[Symbol.asyncDispose]();
});

/** As many other programs that want a core each, all of the time, until disposed of. */
const otherPrograms = (count: number): Disposable => {
  // Each in a session of its own: systems that share time out among sessions shall give each its share.
  const programs = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' }),
  );
  return { [Symbol.dispose]: () => programs.forEach((program) => void program.kill('SIGKILL')) };
};

/** Where somebody who is alone with the bot is seen. */
const places: Record<Recorder, { x: number; y: number; width: number }> = {
  tracks: { x: 0, y: 200, width: 1280 },
  page: { x: 644, y: 100, width: 628 },
};

const record = async (recorder: Recorder): Promise<Uint8Array> => {
  const store = aMemoryStore();
  await using door = await atTheDoor(browser, room.url('exact'), recorder);
  const { meeting } = door;
  await using control = await beginRecording(meeting, store);
  await untilStored(3, '001-001', store, meeting);
  await control.stop();
  await finishRecording(store, async () => undefined);
  const mp4 = store.objects.get('recording.mp4');
  if (!mp4) throw new Error('nothing was recorded');
  return mp4;
};

/** How many ms after the picture that was made at the same moment each tone comes. */
const offsetsIn = async (mp4: Uint8Array, place: { x: number; y: number; width: number }): Promise<number[]> => {
  await using page = await browser.newPage();
  page.setDefaultTimeout(0);
  // Decoders are for pages of a host only.
  await page.goto(room.url('phase=left'));
  await page.evaluate(bundle(new URL('../fixtures/moments-reader.ts', import.meta.url), 'reader'));
  const read = `reader.readOffsets('${Buffer.from(mp4).toString('base64')}', ${JSON.stringify(place)})`;
  return ((await page.evaluate(read)) as { offset_ms: number }[]).map(({ offset_ms }) => offset_ms);
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

// Somebody whose pictures and tones say when they were made, over WebRTC; measured in the finished file.
describe('sound and picture while three other programs want every core', () => {
  it.each(['tracks', 'page'] as const)('belong together in the recording of the %s', async (recorder) => {
    const mp4 = await (async () => {
      using _ = otherPrograms(3);
      return record(recorder);
    })();
    const offsets = await offsetsIn(mp4, places[recorder]);
    expect(offsets.length).toBeGreaterThan(10);
    expect(median(offsets)).toBeGreaterThan(-acceptable.before_ms);
    expect(median(offsets)).toBeLessThan(acceptable.after_ms);
  });
});
