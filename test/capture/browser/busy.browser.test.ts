import { spawn } from 'node:child_process';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import type { Recorder } from '../../../lib/domain/bot/capture-task.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { aRoom } from '../../lab/hosts/paper-room.ts';
import {
  atTheDoor,
  beginRecording,
  expectTogether,
  type Lateness,
  readMoments,
  recordedWhole,
  untilStored,
  watchLateness,
} from './recorded-meeting.ts';

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

/** While programs want every core. `late`: how late they made the page. */
const recordBeside = async (count: number, recorder: Recorder): Promise<{ mp4: Uint8Array; late: Lateness }> => {
  const store = aMemoryStore();
  await using door = await atTheDoor(browser, room.url('exact'), recorder);
  const { meeting, page } = door;
  using _ = otherPrograms(count);
  await using control = await beginRecording(meeting, store);
  const lateness = await watchLateness(page);
  await untilStored(3, '001-001', store, meeting);
  const late = await lateness();
  await control.stop();
  await finishRecording(store, async () => undefined);
  const mp4 = store.objects.get('recording.mp4');
  if (!mp4) throw new Error('nothing was recorded');
  return { mp4, late };
};

// Somebody whose pictures and tones say when they were made, over WebRTC; measured in the finished file.
describe('sound and picture while three other programs want every core', () => {
  it.each(['tracks', 'page'] as const)('belong together in the recording of the %s', async (recorder) => {
    const { moments, late } = await recordedWhole(async () => {
      const { mp4, late } = await recordBeside(3, recorder);
      return { late, moments: await readMoments(browser, room, recorder, mp4) };
    });
    expectTogether(moments.offsets_ms, late);
  });
});
