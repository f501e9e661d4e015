/**
 * What is recorded of the sound of Zoom's client, which plays it itself and goes over to tracks while somebody speaks (row 15z):
 * how much of it is missing, and how loud it is.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { startMeetingHost } from '../../../test/facsimiles/meetings/host.ts';
import { zoom } from '../../../test/facsimiles/meetings/zoom/zoom.ts';
import { speechOf } from '../../../test/facsimiles/sound/speech.ts';
import { aMemoryStore } from '../../../test/lab/doubles/memory-segments.ts';
import { startWorker } from '../../../test/lab/worlds/worker-process.ts';
import { levelsOf, loudnessOf, sampleRate, stepMs } from '../../capture/seen-and-heard.ts';
import { type Pass, soundOfPasses } from '../../capture/sound-of-passes.ts';
import type { Row } from '../../row.ts';

const passes = 3;
const clip = 'jonas-01';
const [byPageMs, byTracksMs] = [6_000, 6_000];
const settleMs = 3_000;
/** What is sent is recorded a little later. */
const lateMs = 800;
const audibleDb = -45;

const audible = (levels: readonly number[]): number[] => levels.filter((level) => level > audibleDb);

/** Of what can be heard. */
const meanDb = (levels: readonly number[]): number => {
  const all = audible(levels);
  return 10 * Math.log10(all.reduce((sum, level) => sum + 10 ** (level / 10), 0) / all.length);
};

/** The clip again and again, as long as it is said. */
const sentLevels = async (): Promise<number[]> => {
  const samples = Float32Array.from(await speechOf(clip, sampleRate), (sample) => sample / 32_768);
  const once = levelsOf(samples);
  return Array.from({ length: (byPageMs + byTracksMs) / stepMs }, (_, step) => once[step % once.length] ?? -100);
};

const goOver = async (): Promise<Pass> => {
  const folder = await mkdtemp(join(tmpdir(), 'meeting-bots-bench-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const facsimile = cleanUp.use(zoom());
  const { args } = cleanUp.use(await startMeetingHost([facsimile]));
  const meeting = facsimile.meeting();
  // Nobody is there who would allow it.
  meeting.offersRecording = false;
  const ada = meeting.enter('Ada', { isHost: true, camera: true });
  const worker = cleanUp.use(await startWorker(meeting.url, { platform: 'zoom', args }));
  await worker.recorded(1);
  await delay(settleMs);
  const guest = await facsimile.desk.asked(meeting);
  const saying = meeting.talk.sayFor(ada.id, clip, byPageMs + byTracksMs);
  await delay(byPageMs);
  await facsimile.upgrade(guest);
  const { start_ms } = await saying;
  await delay(settleMs);
  await facsimile.desk.end(meeting);
  await worker.ended;

  const store = aMemoryStore();
  await worker.handTo(store);
  const [part] = (await finishRecording(store, async () => undefined))?.parts ?? [];
  const path = join(folder, 'recording.mp4');
  await writeFile(path, store.objects.get('recording.mp4') ?? new Uint8Array());
  const recorded = await loudnessOf(path);
  const sent = await sentLevels();
  const at = (ms: number): number => Math.round((start_ms + ms - (part?.start_timestamp_ms ?? Number.NaN)) / stepMs);
  const within = (from_ms: number, until_ms: number): number[] => recorded.slice(at(from_ms), at(until_ms));
  const all = within(0, byPageMs + byTracksMs + lateMs);
  const level = meanDb(sent);
  return {
    missing_s: ((audible(sent).length - audible(all).length) * stepMs) / 1_000,
    by_page_db: meanDb(within(0, byPageMs)) - level,
    by_tracks_db: meanDb(within(byPageMs + lateMs, byPageMs + byTracksMs + lateMs)) - level,
  };
};

export const soundOfPageRows: readonly Row[] = [
  {
    number: '15z',
    title: `somebody speaks on while Zoom’s client goes over from its own sound to tracks: missing in the recording, s; how much louder than it was said, dB; worst of ${passes}`,
    target: '≤ 0.5 missing, ≤ 0.5 more than was said; within 1',
    async measure() {
      const all: Pass[] = [];
      for (let pass = 0; pass < passes; pass += 1) {
        const one = await goOver();
        console.error(`  ${JSON.stringify(one)}`);
        all.push(one);
      }
      return soundOfPasses(all);
    },
  },
];
