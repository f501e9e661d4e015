/**
 * What receiving, decoding and encoding pictures cost a bot (docs/capture-cost.md): `node --conditions=local
 * bench/experiments/pass-through.ts 6 today gate` measures the ways whose names begin so, with six others in the meeting.
 * PASSED_THROUGH names a file for what was written.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { meetingIn } from '../../lib/capture/browser/browser-meeting.ts';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium/chromium.ts';
import { openMeetingPage } from '../../lib/capture/browser/meeting-page.ts';
import { bundle } from '../../lib/capture/build/bundle.ts';
import { preparePrograms } from '../../lib/capture/build/programs.ts';
import { demoRoom } from '../../lib/capture/platforms/demo-room/index.ts';
import type { RecordingOptions } from '../../lib/capture/programs/protocol/media.ts';
import { openMeeting } from '../capture/meeting.ts';
import { meetingOf } from '../capture/people.ts';
import { usageOf } from '../capture/usage.ts';
import type { TapOptions } from './pass-through/tap-worker.ts';

const settleMs = 4_000;
const measuredMs = 8_000;
const size = { width: 1280, height: 720 };
const sound = { codec: 'aac', bitrate: 96_000 } as const;
const pictures = {
  of: 'speaker_view_no_sidebar',
  ...size,
  max_fps: 24,
  min_fps: 10,
  video_bitrate: 1_500_000,
} as const;
const recording: RecordingOptions = { sound, pictures };

const ways: Readonly<Record<string, { recording?: RecordingOptions; tap?: TapOptions; refusesVideo?: boolean }>> = {
  'nothing recorded, no video sent': { refusesVideo: true },
  'sound, no video sent': { recording: { sound }, refusesVideo: true },
  'sound, video decoded for nobody': { recording: { sound } },
  'VP8 written, nothing decoded': { recording: { sound }, tap: { codec: 'vp8', decoded: 'none' } },
  'VP8 written, key frames decoded': { recording: { sound }, tap: { codec: 'vp8', decoded: 'keys' } },
  'H.264 written, key frames decoded': { recording: { sound }, tap: { codec: 'avc', decoded: 'keys' } },
  today: { recording },
  'gate: as today, but only the speaker is decoded': { recording, tap: { codec: 'vp8', decoded: 'speaker' } },
};

const measure = async (meeting_url: string, { recording, tap, refusesVideo }: (typeof ways)[string]) => {
  await using cleanUp = new AsyncDisposableStack();
  const browser = await launchChromium(size);
  cleanUp.defer(() => closeChromium(browser));
  const page = cleanUp.use(await openMeetingPage(browser, demoRoom));
  const meeting = meetingIn(page, demoRoom, { meeting_url });
  const code = bundle(new URL('pass-through/tap.ts', import.meta.url), 'tap');
  const script = JSON.stringify(bundle(new URL('pass-through/tap-worker.ts', import.meta.url), 'worker'));
  await page.page.evaluateOnNewDocument(`(() => { ${code}; tap.install(${script}, ${JSON.stringify(tap)}); })();`);
  await meeting.load();
  await meeting.prepare('Bench');
  await meeting.join();
  while ((await meeting.look()).phase !== 'in_meeting') await delay(50);
  await meeting.settle();
  if (refusesVideo) await meeting.wantPictures?.(false);
  if (recording) await page.armRecording(recording);
  await page.beginRecording('measured');
  // As often as a session looks.
  const looking = setInterval(() => meeting.look().catch(() => undefined), 250);
  cleanUp.defer(() => clearInterval(looking));
  await delay(settleMs);
  const browsers = [browser.process()?.pid ?? 0];
  const usages = [await usageOf(browsers, measuredMs), await usageOf(browsers, measuredMs)];
  const { file, ...counts } = (await page.page.evaluate('endTap()')) as { file?: string };
  if (file && process.env.PASSED_THROUGH) await writeFile(process.env.PASSED_THROUGH, Buffer.from(file, 'base64'));
  const costs = usages.map(({ cpu_s_per_minute }) => cpu_s_per_minute.toFixed(1));
  return `${costs.join(', ')} CPU-s a minute; ${JSON.stringify(counts)}`;
};

process.env.CAPTURE_PROGRAMS = await preparePrograms();
const [people = '2', ...names] = process.argv.slice(2);
await using meeting = await openMeeting(meetingOf(Number(people)));
for (const [name, way] of Object.entries(ways)) {
  if (names.length > 0 && !names.some((part) => name.startsWith(part))) continue;
  console.log(`${people} people, ${name}: ${await measure(meeting.meeting_url, way)}`);
}
