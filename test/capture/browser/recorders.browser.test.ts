import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium } from '../../../lib/capture/browser/chromium/chromium.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { readSound } from '../../../lib/capture/recording/read-segment.ts';
import { takesOf } from '../../../lib/capture/recording/segment-names.ts';
import { findTakes } from '../../../lib/capture/recording/stored-takes.ts';
import { type Recorder, recorders } from '../../../lib/domain/bot/capture-task.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { aRoom } from '../../lab/hosts/paper-room.ts';
import { patientBrowser } from '../../lab/hosts/patient-browser.ts';
import { setClockBeforeWorker } from './hooked-page.ts';
import {
  atTheDoor,
  beginRecording,
  expectTogether,
  isStarved,
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

/** What is heard last is waited for, and where a core is free, no more than that. */
const usualStopMs = 500;
const clockStepMs = 3_600_000;
/** As when somebody sets the system's clock. */
const setClockForward = (step_ms: number): void => {
  const now = Date.now;
  Date.now = () => now() + step_ms;
};

/** Two stretches, before and between which the clock is set forward. */
const recordTwice = async (recorder: Recorder) => {
  const store = aMemoryStore();
  const lengths_s: number[] = [];
  // A room in which Ada's pictures and tones say when they were made.
  await using door = await atTheDoor(browser, room.url('exact'), recorder);
  const { meeting, page } = door;
  await setClockBeforeWorker(page.page, 3_000);
  await using control = await beginRecording(meeting, store);
  const lateness = await watchLateness(page);
  await untilStored(2, '001-001', store, meeting);
  const workers = page.page.workers().length;
  const before_ms = Date.now();
  await control.keep(false);
  // Those that have ended may still be listed.
  await Promise.allSettled(page.page.workers().map((worker) => worker.evaluate(setClockForward, clockStepMs)));
  await control.keep(true);
  await untilStored(1, '001-002', store, meeting);
  const longest_gap_ms = Date.now() - before_ms;
  const late = await lateness();
  const stop_ms = Date.now();
  await control.stop();
  const stopped_after_ms = Date.now() - stop_ms;
  for (const take of await findTakes(store)) {
    for await (const sound of readSound(store, take)) {
      const [first, last] = [sound[0], sound.at(-1)];
      if (first && last) lengths_s.push(last.timestamp + last.duration - first.timestamp);
    }
  }
  const recording = await finishRecording(store, async () => undefined);
  const mp4 = store.objects.get('recording.mp4');
  if (!recording || !mp4) throw new Error('nothing was recorded');
  const moments = await readMoments(browser, room, recorder, mp4);
  return { store, lengths_s, longest_gap_ms, workers, late, stopped_after_ms, recording, moments };
};

describe.each(recorders)('the recorder of the %s', (recorder) => {
  let recorded: Awaited<ReturnType<typeof recordTwice>>;

  beforeAll(async () => {
    recorded = await recordedWhole(() => recordTwice(recorder));
  });

  it('shows every picture from start to end, all of one size', () => {
    const { moments, late, recording, stopped_after_ms } = recorded;
    const { pictures, sound_ms } = moments;
    expect(new Set(pictures.map(({ size }) => size))).toEqual(new Set(['1280x720']));
    expect(pictures.length).toBeGreaterThan(isStarved(late) ? 3 : 20);
    expect(pictures[0]?.at_ms).toBe(0);
    // A worker that hears so late of the end, or of pictures, may have had none left to keep the last sound with.
    const missed_ms = Math.max(150, stopped_after_ms - usualStopMs, late.longest_ms);
    expect(recording.duration_ms - (pictures.at(-1)?.at_ms ?? 0)).toBeLessThan(1_050 + missed_ms);
    expect(Math.abs(sound_ms - recording.duration_ms)).toBeLessThan(missed_ms);
  });

  it('has sound and picture at the same time', () => {
    expectTogether(recorded.moments.offsets_ms, recorded.late);
  });

  it('has one worker beside the room’s own: sound is encoded where it is mixed', () => {
    expect(recorded.workers).toBe(2);
  });

  it('cuts what it records into segments of at most five seconds', () => {
    const { lengths_s, late } = recorded;
    expect(lengths_s.length).toBeGreaterThanOrEqual(4);
    // The next one begins with a picture.
    expect(Math.max(...lengths_s)).toBeLessThan(5 + late.longest_ms / 1000);
  });

  it('stops when told to and goes on in another stretch', () => {
    const { store, recording } = recorded;
    expect(takesOf([...store.objects.keys()]).map(({ take }) => take)).toEqual(['001-001', '001-002']);
    expect(recording.parts.length).toBe(2);
  });

  it('tells when each stretch was by the clock of that time, also when it was set meanwhile', () => {
    const { recording, longest_gap_ms } = recorded;
    const [first, second] = recording.parts;
    const gap_ms = (second?.start_timestamp_ms ?? 0) - (first?.start_timestamp_ms ?? 0) - (first?.duration_ms ?? 0);
    expect(gap_ms).toBeGreaterThanOrEqual(clockStepMs);
    expect(gap_ms).toBeLessThan(clockStepMs + longest_gap_ms);
  });
});
