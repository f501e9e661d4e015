/** Records a room that flashes and beeps at the same moments, and tells how far apart they are in the recording. */
import { spawn } from 'node:child_process';
import { bundle } from '../../lib/capture/browser/bundle.ts';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium.ts';
import { finishRecording } from '../../lib/capture/recorder/finish.ts';
import { runCaptureSession } from '../../lib/capture/session.ts';
import type { RecordingSettings } from '../../lib/domain/settings.ts';
import { aFakeBot, aMemoryStore, anAssignment, aRoom } from './support.ts';

/** As many processes that do nothing but work; they end when disposed of. */
export const busyMachine = (loops: number): Disposable => {
  const processes = Array.from({ length: loops }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  return {
    [Symbol.dispose]: () => {
      for (const child of processes) child.kill('SIGKILL');
    },
  };
};

/** A recording of so many segments of a room with one person who flashes and beeps. */
const recordFlashes = async (segments: number, settings: Partial<RecordingSettings>): Promise<Uint8Array> => {
  await using room = await aRoom();
  let count = 0;
  const bot = aFakeBot('joining');
  const store = aMemoryStore((name) => {
    if (!name.endsWith('.m4s')) return;
    count += 1;
    if (count === segments) bot.move('leave');
  });
  const base = anAssignment();
  await runCaptureSession(
    { reporter: bot, segments: store },
    { ...base, meeting_url: room.url('exact'), recording_settings: { ...base.recording_settings, ...settings } },
    AbortSignal.timeout(100_000),
  );
  await finishRecording(store, async () => undefined);
  const mp4 = store.objects.get('recording.mp4');
  if (!mp4) throw new Error('nothing was recorded');
  return mp4;
};

/** How many ms each beep comes after its flash, in the recording; `x`, `y`: where the picture flashes. */
const offsetsIn = async (mp4: Uint8Array, x: number, y: number): Promise<number[]> => {
  const script = await bundle(new URL('./fixtures/flash-reader.ts', import.meta.url), 'reader');
  // Decoders are for pages of a host only.
  await using room = await aRoom();
  const browser = await launchChromium({ width: 640, height: 360 });
  try {
    const page = await browser.newPage();
    await page.goto(room.url('phase=left'));
    await page.evaluate(script);
    const { flashes, beeps } = (await page.evaluate(
      `reader.readFlashes(${JSON.stringify(Buffer.from(mp4).toString('base64'))}, ${x}, ${y})`,
    )) as { flashes: number[]; beeps: number[] };
    return flashes.flatMap((flash_ms) => {
      const nearest = beeps.toSorted((one, other) => Math.abs(one - flash_ms) - Math.abs(other - flash_ms))[0];
      return nearest === undefined ? [] : [nearest - flash_ms];
    });
  } finally {
    await closeChromium(browser);
  }
};

export const flashOffsets = async (segments: number, loops: number, settings: Partial<RecordingSettings> = {}) => {
  const recorded = await (async () => {
    using _busy = busyMachine(loops);
    return recordFlashes(segments, settings);
  })();
  return offsetsIn(recorded, 1000, 300);
};
