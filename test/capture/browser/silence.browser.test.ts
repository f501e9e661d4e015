import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'puppeteer-core';
import { describe, expect, it, vi } from 'vitest';
import { browserMeetings } from '../../../lib/capture/browser/browser-meeting.ts';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { runCaptureSession } from '../../../lib/capture/session/session.ts';
import { recorders } from '../../../lib/domain/bot/capture-task.ts';
import { aFakeBot, aMemoryStore, anAssignment, aRoom } from '../support.ts';
import { atTheDoor, beginRecording } from './recorded-meeting.ts';

/** Holds the media worker of the browser's newest page up, or lets it go on. Answers when it was asked to. */
const tellWorker = async (browser: Browser, command: 'pause' | 'resume'): Promise<number> => {
  const [worker] = (await browser.pages()).at(-1)?.workers() ?? [];
  if (!worker) throw new Error('the page has no worker');
  await worker.client.send('Debugger.enable');
  const told_ms = Date.now();
  await worker.client.send(`Debugger.${command}`);
  return told_ms;
};

// A page whose worker is not heard again is lost: see the tests of those.
describe.each(recorders)('a media worker that is held up, in a recording of the %s,', (recorder) => {
  it('goes on with another part when it had been given up', { timeout: 90_000 }, async () => {
    await using room = await aRoom();
    const browsers: Browser[] = [];
    const told: Promise<number>[] = [];
    const tell = (command: 'pause' | 'resume'): void => {
      if (browsers[0]) told.push(tellWorker(browsers[0], command));
    };
    const store = aMemoryStore((name) => {
      if (name === 'segments/001-001/000001.m4s') tell('pause');
      if (name === 'segments/001-002/000001.m4s') bot.move('leave');
    });
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
        log: (message) => message === 'the recorder broke' && tell('resume'),
      },
      anAssignment({ meeting_url: room.url() }),
      AbortSignal.timeout(60_000),
    );
    expect({ triggers: bot.triggers, browsers: browsers.length, joins: room.pressed_ms.length }).toEqual({
      triggers: ['admitted', 'left'],
      browsers: 1,
      joins: 1,
    });
    const { parts = [] } = (await finishRecording(store, async () => undefined)) ?? {};
    const [first, second] = parts;
    const [held_ms, released_ms] = await Promise.all(told);
    if (parts.length !== 2 || !first || !second || !held_ms || !released_ms)
      throw new Error('the recording does not have two parts');
    const times = {
      noticed_after_ms: released_ms - held_ms,
      back_after_ms: second.start_timestamp_ms - held_ms,
      media_lost_ms: held_ms - (first.start_timestamp_ms + first.duration_ms),
    };
    if (process.env.SHOW) console.log(recorder, times);
    expect(times.media_lost_ms).toBeLessThan(8_000);
    expect(times.back_after_ms).toBeGreaterThanOrEqual(times.noticed_after_ms);
    expect(times.back_after_ms).toBeLessThan(15_000);
  });

  it('records nothing of the time after it should have stopped', { timeout: 60_000 }, async () => {
    await using room = await aRoom();
    const browser = await launchChromium({ width: 1280, height: 720 });
    try {
      const store = aMemoryStore();
      await using door = await atTheDoor(browser, room.url(), recorder);
      await using control = await beginRecording(door.meeting, store);
      await vi.waitUntil(() => store.objects.has('segments/001-001/000000.m4s'), { timeout: 20_000 });
      await tellWorker(browser, 'pause');
      const stopped = control.keep(false);
      const stopped_ms = Date.now();
      // Time in which there is something to record.
      await wait(3_000);
      await tellWorker(browser, 'resume');
      await stopped;
      await control.stop();
      const recording = await finishRecording(store, async () => undefined);
      if (!recording) throw new Error('nothing was recorded');
      const late_ms = recording.start_timestamp_ms + recording.duration_ms - stopped_ms;
      if (process.env.SHOW) console.log(recorder, { late_ms });
      expect(late_ms).toBeGreaterThan(-3_000);
      expect(late_ms).toBeLessThan(500);
    } finally {
      await closeChromium(browser);
    }
  });
});
