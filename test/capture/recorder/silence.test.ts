import type { Browser, WebWorker } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { launchChromium } from '../../../lib/capture/browser/chromium.ts';
import { finishRecording } from '../../../lib/capture/recorder/finish.ts';
import { recorders } from '../../../lib/capture/session/recording/recording.ts';
import { runCaptureSession } from '../../../lib/capture/session.ts';
import { aFakeBot, aMemoryStore, anAssignment, aRoom } from '../support.ts';

const mediaWorker = async (browser: Browser): Promise<WebWorker> => {
  const [worker] = (await browser.pages()).at(-1)?.workers() ?? [];
  if (!worker) throw new Error('the page has no worker');
  return worker;
};

// A page whose worker is not heard again is lost: see the tests of those.
describe('a media worker that is held up until it has been given up', () => {
  it.each(recorders)(
    'goes on with another part of the recording of the %s',
    async (recorder) => {
      await using room = await aRoom();
      const browsers: Browser[] = [];
      const log: string[] = [];
      let held_ms = Number.NaN;
      let released_ms = Number.NaN;
      const hold = async (): Promise<void> => {
        held_ms = Date.now();
        const { client } = await mediaWorker(browsers[0] as Browser);
        await client.send('Debugger.enable');
        await client.send('Debugger.pause');
      };
      const release = async (): Promise<void> => {
        released_ms = Date.now();
        await (await mediaWorker(browsers[0] as Browser)).client.send('Debugger.resume');
      };
      const store = aMemoryStore((name) => {
        if (name === 'segments/001-001/000001.m4s') void hold();
        if (name === 'segments/001-002/000001.m4s') bot.move('leave');
      });
      const bot = aFakeBot('joining');
      await runCaptureSession(
        {
          reporter: bot,
          segments: store,
          recorder,
          async launch(size) {
            const browser = await launchChromium(size);
            browsers.push(browser);
            return browser;
          },
          log(message) {
            log.push(message);
            if (message === 'the recorder broke') void release();
          },
        },
        anAssignment({ meeting_url: room.url() }),
        AbortSignal.timeout(60_000),
      );
      expect({ triggers: bot.triggers, browsers: browsers.length, joins: room.pressed_ms.length }).toEqual({
        triggers: ['admitted', 'left'],
        browsers: 1,
        joins: 1,
      });
      const recording = await finishRecording(store, async () => undefined);
      const [first, second] = recording?.parts ?? [];
      if (!first || !second) throw new Error('the recording does not have two parts');
      const times = {
        noticed_after_ms: released_ms - held_ms,
        back_after_ms: second.start_timestamp_ms - held_ms,
        media_lost_ms: held_ms - (first.start_timestamp_ms + first.duration_ms),
      };
      if (process.env.SHOW) console.log(recorder, times);
      expect(recording?.parts).toHaveLength(2);
      expect(times.media_lost_ms).toBeLessThan(8_000);
      expect(times.back_after_ms).toBeGreaterThanOrEqual(times.noticed_after_ms);
      expect(times.back_after_ms).toBeLessThan(15_000);
    },
    90_000,
  );
});
