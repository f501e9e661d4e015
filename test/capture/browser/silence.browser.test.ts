import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { recorders } from '../../../lib/domain/bot/capture-task.ts';
import { anAssignment, neverStopped } from '../../lab/builders/assignment.ts';
import { aFakeBot } from '../../lab/doubles/fake-bot.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { aRoom, unseen } from '../../lab/hosts/paper-room.ts';
import { until } from '../../lab/until.ts';
import { atTheDoor, beginRecording } from './recorded-meeting.ts';

/** For the recordings that go on in the page that they have. */
let shared: Browser;
beforeAll(async () => {
  shared = await launchChromium({ width: 1280, height: 720 });
});
afterAll(() => closeChromium(shared));

/** Holds up the media worker of a page. Answers when it stands still, and how to let it go on. */
const holdWorker = async (page: Page | undefined) => {
  const [worker] = page?.workers() ?? [];
  if (!worker) throw new Error('the page has no worker');
  await worker.client.send('Debugger.enable');
  let isPaused = false;
  worker.client.once('Debugger.paused', () => {
    isPaused = true;
  });
  // A worker has to be at work to be held up. To be asked again while it stands still changes nothing.
  await until(
    async () => {
      if (!isPaused) await worker.client.send('Debugger.pause');
      return isPaused;
    },
    (isSo) => isSo,
    250,
  );
  return {
    held_ms: Date.now(),
    async release(): Promise<number> {
      const released_ms = Date.now();
      await worker.client.send('Debugger.resume');
      return released_ms;
    },
  };
};

// A page whose worker is not heard again is lost: see the tests of those. They wait more than they work.
describe.concurrent.each(recorders)('a media worker that is held up, in a recording of the %s,', (recorder) => {
  it('goes on with another part when it had been given up', async ({ expect }) => {
    await using room = await aRoom();
    const browsers: Browser[] = [];
    let holding: ReturnType<typeof holdWorker> | undefined;
    let releasing: Promise<number> | undefined;
    // A recorder that falls silent by itself, as on a machine that is much too busy, is replaced as well.
    let held: string | undefined;
    const store = aMemoryStore((name) => {
      const [, take, segment] = name.split('/');
      const browser = browsers.at(-1);
      if (segment !== '000001.m4s' || !browser) return;
      if (held === undefined) [held, holding] = [take, browser.pages().then((pages) => holdWorker(pages.at(-1)))];
      else if (take !== held) bot.move('leave');
    });
    let losses = 0;
    const bot = aFakeBot('joining');
    await runCaptureSession(
      {
        line: bot,
        segments: store,
        meetings: browserMeetings({
          platform: demoRoom,
          recorder,
          async launch(options) {
            const browser = await launchChromium(options);
            browsers.push(browser);
            return browser;
          },
        }),
        log(message) {
          if (message === 'the meeting was lost') losses += 1;
          if (message === 'the recorder broke') releasing ??= holding?.then(({ release }) => release());
        },
      },
      anAssignment({ meeting_url: room.url(unseen) }),
      neverStopped,
    );
    expect({ triggers: bot.triggers, browsers: browsers.length }).toEqual({
      triggers: ['admitted', 'left'],
      browsers: 1 + losses,
    });
    const { parts = [] } = (await finishRecording(store, async () => undefined)) ?? {};
    const held_ms = (await holding)?.held_ms ?? Number.NaN;
    const released_ms = await releasing;
    const first = parts.findLast(({ start_timestamp_ms }) => start_timestamp_ms < held_ms);
    const second = parts.at(-1);
    // Nothing of the two segments that were stored is lost, and what there is ends when it was held up.
    expect(first?.duration_ms).toBeGreaterThan(3_500);
    expect((first?.start_timestamp_ms ?? 0) + (first?.duration_ms ?? 0)).toBeLessThanOrEqual(held_ms);
    expect(second?.start_timestamp_ms).toBeGreaterThanOrEqual(released_ms ?? Number.NaN);
  });

  it('records nothing of the time after it should have stopped', async ({ expect }) => {
    await using room = await aRoom();
    const store = aMemoryStore();
    await using door = await atTheDoor(shared, room.url(), recorder);
    await using control = await beginRecording(door.meeting, store);
    await expect.poll(() => [...store.objects.keys()]).toContain('segments/001-001/000000.m4s');
    const { page } = door.page;
    const { release } = await holdWorker(page);
    const stopped = control.keep(false);
    const stopped_ms = Date.now();
    // There is something to record meanwhile, but less than the ten seconds after which a busy worker is given up.
    const shown = () =>
      page.$eval(
        '[data-participant-id="p-ada"] video',
        (video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames,
      );
    const before = await shown();
    await expect.poll(shown).toBeGreaterThan(before + 12);
    const released_ms = await release();
    await stopped;
    await control.stop();
    const recording = await finishRecording(store, async () => undefined);
    if (!recording) throw new Error('nothing was recorded');
    const end_ms = recording.start_timestamp_ms + recording.duration_ms;
    // Telling the page takes a moment.
    expect(end_ms - stopped_ms).toBeLessThan((released_ms - stopped_ms) / 2);
  });
});
