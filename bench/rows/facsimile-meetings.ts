/**
 * What a minute of a meeting costs on each platform (row 15h): its facsimile beside the demo room, with two people who have
 * cameras and talk, in turn. Only the bot is counted: neither facsimiles nor people. Facsimiles of makers' services send small
 * pictures that stand still; so what the hooks and the looks cost is told by bots that record sound alone.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { closeChromium, launchChromium } from '../../lib/capture/browser/chromium.ts';
import { openHome } from '../../lib/demo/home.ts';
import { clips } from '../../lib/demo-room/scripted/clips.ts';
import { runScript } from '../../lib/demo-room/scripted/run-script.ts';
import type { Platform } from '../../lib/domain/meeting/meeting-url.ts';
import { startGalene } from '../../test/facsimiles/galene/galene.ts';
import { enterGalene } from '../../test/facsimiles/galene/people.ts';
import { googleMeet } from '../../test/facsimiles/meetings/google-meet/google-meet.ts';
import { startMeetingHost } from '../../test/facsimiles/meetings/host.ts';
import { jitsi } from '../../test/facsimiles/meetings/jitsi/jitsi.ts';
import { teams } from '../../test/facsimiles/meetings/teams/teams.ts';
import type { PlatformFacsimile } from '../../test/facsimiles/meetings/world.ts';
import { zoom } from '../../test/facsimiles/meetings/zoom/zoom.ts';
import { startWorker } from '../../test/lab/worlds/worker-process.ts';
import { meetingOf } from '../capture/people.ts';
import { usageOf } from '../capture/usage.ts';
import type { Row } from '../row.ts';

const measuredMs = 20_000;
const turns = 2;
const pauseMs = 400;
const nobody = (): void => undefined;
const names = ['Person 1', 'Person 2'];
const script = meetingOf(names.length);

/** A meeting in which two people talk until it is disposed of. */
interface Held extends AsyncDisposable {
  readonly url: string;
  readonly platform: Platform;
  readonly args?: readonly string[];
}

/** They speak clip after clip, one after the other, until told to stop. */
const talk = (says: readonly ((clip: string) => Promise<unknown>)[], signal: AbortSignal): void => {
  const talking = async (): Promise<void> => {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const clip = [...clips.keys()][turn % clips.size] ?? '';
      const duration_ms = clips.get(clip)?.duration_ms ?? 0;
      const began_ms = performance.now();
      await says[turn % says.length]?.(clip);
      await delay(Math.max(0, duration_ms - (performance.now() - began_ms)) + pauseMs, undefined, { signal });
    }
  };
  talking().catch(nobody);
};

const inDemoRoom = async (): Promise<Held> => {
  await using cleanUp = new AsyncDisposableStack();
  const home = cleanUp.use(await openHome(nobody, nobody));
  const room = await home.createRoom();
  cleanUp.use(await runScript({ base_url: home.base_url, room, script })).start();
  const owned = cleanUp.move();
  const url = new URL(room.room_path, home.base_url).href;
  return { url, platform: 'demo_room', [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

const inFacsimile = async (
  platform: Platform,
  facsimile: PlatformFacsimile,
  meeting = facsimile.meeting(),
): Promise<Held> => {
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.use(facsimile);
  const { args } = cleanUp.use(await startMeetingHost([facsimile]));
  const people = names.map((name, index) => meeting.enter(name, { isHost: index === 0, camera: true }));
  const stop = new AbortController();
  cleanUp.defer(() => stop.abort());
  talk(
    people.map(
      ({ id }) =>
        (clip) =>
          meeting.say(id, clip),
    ),
    stop.signal,
  );
  const owned = cleanUp.move();
  return { url: meeting.url, platform, args, [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

const inZoom = (): Promise<Held> => {
  const facsimile = zoom();
  const meeting = facsimile.meeting();
  // Nobody is there who would allow it.
  meeting.offersRecording = false;
  return inFacsimile('zoom', facsimile, meeting);
};

const inGalene = async (): Promise<Held> => {
  await using cleanUp = new AsyncDisposableStack();
  const server = cleanUp.use(await startGalene());
  server.configure('bench', { role: 'present' });
  const url = server.groupUrl('bench');
  const browser = await launchChromium({ width: 640, height: 480 });
  cleanUp.defer(() => closeChromium(browser));
  const people = [];
  for (const name of names) people.push(await enterGalene(browser, { url, name, camera: true, microphone: true }));
  const stop = new AbortController();
  cleanUp.defer(() => stop.abort());
  talk(
    people.map(({ say }) => say),
    stop.signal,
  );
  const owned = cleanUp.move();
  return { url, platform: 'galene', [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

const platforms: Readonly<Record<string, () => Promise<Held>>> = {
  'Google Meet': () => inFacsimile('google_meet', googleMeet()),
  Teams: () => inFacsimile('teams', teams()),
  Zoom: inZoom,
  'Jitsi Meet': () => inFacsimile('jitsi', jitsi()),
  Galène: inGalene,
};

const kinds = {
  '1080p': { format: 'mp4', view: 'speaker_view', resolution: '1080p' },
  audio: { format: 'mp3', view: 'speaker_view', resolution: '720p' },
} as const;
type Kind = keyof typeof kinds;

/** CPU seconds of the bot, and of its browser, for a minute in a meeting. */
const costIn = async (make: () => Promise<Held>, kind: Kind): Promise<number> => {
  await using held = await make();
  const { url, platform, args } = held;
  const recording_settings = kinds[kind];
  await using worker = await startWorker(url, { platform, args, recording_settings });
  await worker.recorded(2);
  const { cpu_s_per_minute } = await usageOf([worker.pid], measuredMs);
  console.error(`  ${platform}: ${cpu_s_per_minute.toFixed(1)}`);
  return cpu_s_per_minute;
};

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

const measure = async (kind: Kind): Promise<string> => {
  const ours: number[] = [];
  const theirs = new Map(Object.keys(platforms).map((name) => [name, [] as number[]]));
  for (let turn = 0; turn < turns; turn += 1) {
    ours.push(await costIn(inDemoRoom, kind));
    for (const [name, make] of Object.entries(platforms)) theirs.get(name)?.push(await costIn(make, kind));
  }
  const room = median(ours);
  const told = [...theirs].map(([name, costs]) => {
    const more = Math.round((median(costs) / room - 1) * 100);
    return `${name} ${median(costs).toFixed(1)} (${more < 0 ? '−' : '+'}${Math.abs(more)} %)`;
  });
  return `demo room ${room.toFixed(1)}, ${told.join(', ')}`;
};

export const facsimileMeetingRows: readonly Row[] = [
  {
    number: '15h',
    title:
      'capture CPU-seconds per meeting-minute in a facsimile of each platform, 1080p, beside the demo room, with 2 others',
    target: 'told beside the demo room',
    measure: () => measure('1080p'),
  },
  {
    number: '15h',
    title: 'the same of bots that record sound alone',
    target: '≤ +15 %',
    measure: () => measure('audio'),
  },
];
