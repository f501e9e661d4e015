import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, it } from 'vitest';
import { closeChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import type { Recorder } from '../../../lib/domain/bot/capture-task.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { aRoom } from '../../lab/hosts/paper-room.ts';
import { patientBrowser } from '../../lab/hosts/patient-browser.ts';
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
  [room, browser] = await Promise.all([aRoom(), patientBrowser({ width: 1280, height: 720 })]);
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

interface Recorded {
  readonly mp4: Uint8Array;
  readonly late: Lateness;
}

type Door = Awaited<ReturnType<typeof atTheDoor>>;

/** `late`: how late the others made the page. */
const recordOne = async ({ meeting, page }: Door): Promise<Recorded> => {
  const store = aMemoryStore();
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

/**
 * Both at once, while programs want all cores but one: a browser that records two meetings wants two. So each has what one
 * would have beside three programs on two cores, which take three times as much from whatever else a machine is to do.
 */
const recordBoth = async (): Promise<readonly [tracks: Recorded, page: Recorded]> => {
  await using tracks = await atTheDoor(browser, room.url('exact'), 'tracks');
  await using page = await atTheDoor(browser, room.url('exact'), 'page');
  using _ = otherPrograms(Math.max(1, availableParallelism() - 1));
  // Awaited here: the pages are there until then.
  return await Promise.all([recordOne(tracks), recordOne(page)]);
};

const judged = async (recorder: Recorder, { mp4, late }: Recorded) => ({
  late,
  moments: await readMoments(browser, room, recorder, mp4),
});

// Somebody whose pictures and tones say when they were made, over WebRTC; measured in the finished file.
it('sound and picture belong together in recordings of the tracks and of the page while more is wanted than there are cores', async () => {
  const { both } = await recordedWhole(async () => {
    const [tracks, page] = await recordBoth();
    const both = [await judged('tracks', tracks), await judged('page', page)] as const;
    const [fewest] = both.toSorted((one, other) => one.moments.offsets_ms.length - other.moments.offsets_ms.length);
    return { ...(fewest ?? both[0]), both };
  });
  for (const { moments, late } of both) expectTogether(moments.offsets_ms, late);
});
