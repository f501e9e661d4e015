/** A recording of a stream in a player: Chromium's, which takes parameter sets from pictures alone once they have changed. */
import { describe, expect, it } from 'vitest';
import { closeChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { jonas, maya, type Script } from '../../facsimiles/rtms/script.ts';
import { patientBrowser } from '../../lab/hosts/patient-browser.ts';
import { describedPictures } from '../../lab/sample-entries.ts';
import { longestMs } from '../../lab/until.ts';
import { runStreamedSession } from '../../lab/worlds/streams/streamed-session.ts';

/** The size of the picture at each of some moments, gone to in their order, and what the player had against the file. */
const played = async (mp4: Uint8Array, moments: readonly number[]) => {
  const browser = await patientBrowser({ width: 640, height: 360 });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(longestMs);
    return await page.evaluate(
      async (base64, at) => {
        const video = document.createElement('video');
        const next = (event: string) =>
          new Promise((resolve) => {
            for (const name of [event, 'error']) video.addEventListener(name, resolve, { once: true });
          });
        const loaded = next('loadeddata');
        const file = await fetch(`data:video/mp4;base64,${base64}`);
        video.src = URL.createObjectURL(await file.blob());
        await loaded;
        const sizes: string[] = [];
        for (const moment of at) {
          const arrived = video.error ? undefined : next('seeked');
          video.currentTime = moment;
          await arrived;
          sizes.push(`${video.videoWidth}x${video.videoHeight}`);
        }
        return { sizes, error: video.error?.message };
      },
      Buffer.from(mp4).toString('base64'),
      [...moments],
    );
  } finally {
    await closeChromium(browser);
  }
};

describe('the recording of a stream in a player', () => {
  it('shows cameras of several sizes, wherever one goes in it', async () => {
    const script: Script = [
      { at_ms: 0, does: 'join', who: maya },
      { at_ms: 0, does: 'join', who: jonas },
      { at_ms: 50, does: 'camera', who: maya, film: 'wide' },
      { at_ms: 50, does: 'camera', who: jonas, film: 'small' },
      { at_ms: 100, does: 'say', who: maya, clip: 'maya-01' },
      { at_ms: 4_000, does: 'say', who: jonas, clip: 'jonas-01' },
      { at_ms: 8_000, does: 'camera', who: jonas, film: 'off' },
      { at_ms: 8_000, does: 'share', who: maya, film: 'wide' },
      { at_ms: 12_000, does: 'end', reason: 6 },
    ];
    const { recording, store } = await runStreamedSession({ script });
    const mp4 = store.objects.get(recording?.name ?? '') ?? Buffer.of();
    expect(describedPictures(mp4).entries.map(({ size }) => size)).toEqual(['640x360', '320x180']);
    expect(await played(mp4, [1, 7, 11, 7, 1])).toEqual({
      sizes: ['640x360', '320x180', '640x360', '320x180', '640x360'],
      error: undefined,
    });
  });
});
