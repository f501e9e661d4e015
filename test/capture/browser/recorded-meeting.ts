/** A room in a page of a browser, and its recording, as a session makes it. */
import type { Browser } from 'puppeteer-core';
import { expect } from 'vitest';
import { meetingIn } from '../../../lib/capture/browser/browser-meeting.ts';
import { type MeetingPage, openMeetingPage } from '../../../lib/capture/browser/meeting-page.ts';
import { bundle } from '../../../lib/capture/build/bundle.ts';
import type { Meeting } from '../../../lib/capture/meeting/meeting.ts';
import type { MeetingRecorder, RecordingWish } from '../../../lib/capture/meeting/source.ts';
import { demoRoom } from '../../../lib/capture/platforms/demo-room/index.ts';
import { wishOf } from '../../../lib/capture/recording/quality.ts';
import { segmentsPrefix } from '../../../lib/capture/recording/segment-names.ts';
import { createTakes } from '../../../lib/capture/recording/takes.ts';
import { systemSessionClock } from '../../../lib/capture/session/ports.ts';
import { createRecordingControl } from '../../../lib/capture/session/recording/recording-control.ts';
import type { Recorder } from '../../../lib/domain/bot/capture-task.ts';
import type { MemoryStore } from '../../lab/doubles/memory-segments.ts';
import type { Room } from '../../lab/hosts/paper-room.ts';
import { longestMs, until } from '../../lab/until.ts';
import type { Read as Moments } from '../fixtures/moments-reader.ts';

/**
 * Sound that comes so many ms before or after its picture is still acceptable (ITU-R BT.1359-1, figure 2). On an idle
 * machine a recording stays within 30 ms.
 */
const acceptable = { before_ms: 90, after_ms: 185 };
// Where a core is free, no picture stands still for so long.
const usualMs = 70;
// Where one did for so long, the machine gave the page nothing for a while, and what came then came in a heap.
const starvedMs = 500;

/** Where somebody who is alone with the bot is seen. */
const places: Record<Recorder, { x: number; y: number; width: number }> = {
  tracks: { x: 0, y: 200, width: 1280 },
  page: { x: 644, y: 100, width: 628 },
};

/** What is seen and heard in the recording of a room whose sender is exact. */
export const readMoments = async (
  browser: Browser,
  room: Room,
  recorder: Recorder,
  mp4: Uint8Array,
): Promise<Moments> => {
  await using page = await browser.newPage();
  page.setDefaultTimeout(longestMs);
  // Decoders are for pages of a host only.
  await page.goto(room.url('phase=left'));
  await page.evaluate(bundle(new URL('../fixtures/moments-reader.ts', import.meta.url), 'moments'));
  const base64 = Buffer.from(mp4).toString('base64');
  return (await page.evaluate(`moments.read('${base64}', ${JSON.stringify(places[recorder])})`)) as Moments;
};

/** The value that this part of all of them are less than. */
const quantile = (part: number, values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(part * values.length)] ?? Number.NaN;

/** How long, at most, the pictures that a page was sent stood still in it: nine times of ten, and ever. */
export interface Lateness {
  readonly mostly_ms: number;
  readonly longest_ms: number;
}

/** Notes from now on how late the machine lets a page be. Where a core is free, pictures come thirty times a second. */
export const watchLateness = async ({ page }: Pick<MeetingPage, 'page'>): Promise<() => Promise<Lateness>> => {
  const video = await page.waitForSelector('[data-participant-id="p-ada"] video', { timeout: 0 });
  const gaps = await page.evaluateHandle((element) => {
    const gaps: number[] = [];
    const video = element as HTMLVideoElement | null;
    let last = performance.now();
    const note = (now: number): void => {
      gaps.push(now - last);
      last = now;
      video?.requestVideoFrameCallback(note);
    };
    video?.requestVideoFrameCallback(note);
    return gaps;
  }, video);
  return async () => {
    const all = await gaps.jsonValue();
    return { mostly_ms: quantile(0.9, all), longest_ms: Math.max(...all) };
  };
};

export const isStarved = ({ longest_ms }: Lateness): boolean => longest_ms > starvedMs;

/** Of so many moments the half may be asked for: fewer come through where the machine has nothing left for the page. */
const enoughMoments = (late: Lateness): number => (isStarved(late) ? 4 : 11);

/**
 * Records anew while too few moments come through whole, as where the machine has little left for the page: of such a
 * recording there is nothing to be said, but that it was made: what comes and goes would hide in it. Answers the last one after
 * minutes.
 */
export const recordedWhole = async <Recorded extends { readonly moments: Moments; readonly late: Lateness }>(
  record: () => Promise<Recorded>,
): Promise<Recorded> => {
  const end_ms = performance.now() + longestMs;
  for (;;) {
    const recorded = await record();
    const { moments, late } = recorded;
    const isLate = isStarved(late) || late.mostly_ms > usualMs;
    const [had, least] = [moments.offsets_ms.length, enoughMoments(late)];
    if (!isLate || had >= least || performance.now() > end_ms) return recorded;
    const [mostly_ms, longest_ms] = [late.mostly_ms, late.longest_ms].map(Math.round);
    console.warn(
      `recorded anew: ${had} moments came through whole, and ${least} should; pictures stood still for ${mostly_ms} ms nine times of ten, for ${longest_ms} ms at most`,
    );
  }
};

/** Half of these come no sooner before, and half no later after their pictures than they may on a machine that is so late. */
export const expectTogether = (offsets_ms: readonly number[], late: Lateness): void => {
  expect(offsets_ms.length).toBeGreaterThanOrEqual(enoughMoments(late));
  const median = quantile(0.5, offsets_ms);
  const late_ms = isStarved(late) ? late.longest_ms : Math.max(0, late.mostly_ms - usualMs);
  expect(median).toBeGreaterThan(-acceptable.before_ms - late_ms);
  expect(median).toBeLessThan(acceptable.after_ms + late_ms);
};

/** A bot that may press the button. */
export const atTheDoor = async (browser: Browser, meeting_url: string, recorder?: Recorder) => {
  const page = await openMeetingPage(browser, demoRoom);
  const meeting = meetingIn(page, demoRoom, { meeting_url, recorder });
  await meeting.load();
  await meeting.prepare('Notes');
  return { page, meeting, [Symbol.asyncDispose]: () => page[Symbol.asyncDispose]() };
};

/** The first take of a worker, recorded into the store. */
export const recordingInto = (store: MemoryStore, recorder: MeetingRecorder, wish: RecordingWish | undefined) => {
  const log = (): void => undefined;
  const takes = createTakes(store, 1, log);
  const { arm, keep, end } = createRecordingControl({ recorder, takes, clock: systemSessionClock, log }, wish);
  return {
    arm,
    keep,
    async stop() {
      await end();
      await takes.stored();
    },
    [Symbol.asyncDispose]: end,
  };
};

const speakerView = { format: 'mp4', view: 'speaker_view', resolution: '720p' } as const;

/** Joins, and records. */
export const beginRecording = async (meeting: Meeting, store: MemoryStore) => {
  const recording = recordingInto(store, meeting.recorder, wishOf(speakerView));
  await recording.arm();
  await meeting.join();
  await recording.keep(true);
  return recording;
};

const segmentsIn = (store: MemoryStore, take: string): number =>
  [...store.objects.keys()].filter((name) => name.startsWith(`${segmentsPrefix}${take}/`) && name.endsWith('.m4s'))
    .length;

/** Looks at the meeting, as sessions do, until a take has so many segments in the store. */
export const untilStored = (
  segments: number,
  take: string,
  store: MemoryStore,
  meeting: Pick<Meeting, 'look'>,
): Promise<number> => {
  const look = async (): Promise<number> => {
    await meeting.look();
    return segmentsIn(store, take);
  };
  return until(look, (stored) => stored >= segments, 200);
};
