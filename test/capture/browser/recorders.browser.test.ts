import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeChromium, launchChromium } from '../../../lib/capture/browser/chromium.ts';
import { bundle } from '../../../lib/capture/build/bundle.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { readSound } from '../../../lib/capture/recording/read-segment.ts';
import { takesOf } from '../../../lib/capture/recording/segment-names.ts';
import { findTakes } from '../../../lib/capture/recording/stored-takes.ts';
import { recorders } from '../../../lib/domain/bot/capture-task.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { aRoom } from '../../lab/hosts/paper-room.ts';
import type { Watched } from '../fixtures/watch-recording.ts';
import { acceptable, atTheDoor, beginRecording, untilStored } from './recorded-meeting.ts';

let browser: Browser;
let room: Awaited<ReturnType<typeof aRoom>>;
beforeAll(async () => {
  [room, browser] = await Promise.all([aRoom(), launchChromium({ width: 1280, height: 720 })]);
});
afterAll(async () => {
  await closeChromium(browser);
  await room[Symbol.asyncDispose]();
});

const clockStepMs = 3_600_000;
/** As when somebody sets the system's clock. */
const setClockForward = (step_ms: number): void => {
  const now = Date.now;
  Date.now = () => now() + step_ms;
};

const watch = async (mp4: Uint8Array): Promise<Watched> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(room.url('phase=left'));
  await page.evaluate(bundle(new URL('../fixtures/watch-recording.ts', import.meta.url), 'watcher'));
  const watched = await page.evaluate(`watcher.watch('${Buffer.from(mp4).toString('base64')}', { x: 1000, y: 300 })`);
  await page.close();
  return watched as Watched;
};

/** The moments, in seconds, at which something begins that was not so before. */
const beginnings = (values: readonly { at_s: number; is_on: boolean }[]): number[] =>
  values.flatMap(({ at_s, is_on }, index) => (is_on && values[index - 1]?.is_on === false ? at_s : []));

describe.each(recorders)('the recorder of the %s', (recorder) => {
  const store = aMemoryStore();
  const lengths_s: number[] = [];
  let longest_gap_ms = 0;
  let watched: Watched;
  let recording: NonNullable<Awaited<ReturnType<typeof finishRecording>>>;

  beforeAll(async () => {
    // A room in which Ada's picture flashes while she is heard, once every two seconds.
    await using door = await atTheDoor(browser, room.url(), recorder);
    const { meeting, page } = door;
    await using control = await beginRecording(meeting, store);
    await untilStored(4, '001-001', store, meeting);
    const before_ms = Date.now();
    await control.keep(false);
    // Those that have ended may still be listed.
    await Promise.allSettled(page.page.workers().map((worker) => worker.evaluate(setClockForward, clockStepMs)));
    await control.keep(true);
    await untilStored(1, '001-002', store, meeting);
    longest_gap_ms = Date.now() - before_ms;
    await control.stop();
    for (const take of await findTakes(store)) {
      for await (const sound of readSound(store, take)) {
        const [first, last] = [sound[0], sound.at(-1)];
        if (first && last) lengths_s.push(last.timestamp + last.duration - first.timestamp);
      }
    }
    const finished = await finishRecording(store, async () => undefined);
    const mp4 = store.objects.get('recording.mp4');
    if (!finished || !mp4) throw new Error('nothing was recorded');
    recording = finished;
    watched = await watch(mp4);
  });

  it('shows every picture from start to end, all of one size', () => {
    expect(new Set(watched.pictures.map(({ size }) => size))).toEqual(new Set(['1280x720']));
    expect(watched.pictures.length).toBeGreaterThan(50);
    expect(watched.pictures[0]?.at_s).toBe(0);
    const { duration_ms } = recording;
    expect(duration_ms / 1000 - (watched.pictures.at(-1)?.at_s ?? 0)).toBeLessThan(1.2);
    // What was heard last before a stop may still be on its way to a busy encoder.
    expect(Math.abs(watched.loudness.length / 100 - duration_ms / 1000)).toBeLessThan(1.2);
  });

  it('has sound and picture at the same time', () => {
    const flashes = beginnings(watched.pictures.map(({ at_s, light }) => ({ at_s, is_on: light > 0.65 })));
    const tones = beginnings(watched.loudness.map((loudest, slot) => ({ at_s: slot / 100, is_on: loudest > 0.05 })));
    const late_ms = flashes
      .map((flash) => tones.map((tone) => 1000 * (tone - flash)))
      .map((offsets) => offsets.reduce((one, other) => (Math.abs(one) < Math.abs(other) ? one : other), Infinity))
      .toSorted((one, other) => Math.abs(one) - Math.abs(other));
    expect(late_ms.length).toBeGreaterThan(2);
    // On a busy machine the room itself draws many a flash late; a recorder that shifts sound or picture shifts it always.
    expect(late_ms[0]).toBeGreaterThan(-acceptable.before_ms);
    expect(late_ms[0]).toBeLessThan(acceptable.after_ms);
  });

  it('cuts what it records into segments of at most five seconds', () => {
    expect(lengths_s.length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...lengths_s)).toBeLessThan(5);
  });

  it('stops when told to and goes on in another stretch', () => {
    expect(takesOf([...store.objects.keys()]).map(({ take }) => take)).toEqual(['001-001', '001-002']);
    expect(recording.parts.length).toBe(2);
  });

  it('tells when each stretch was by the clock of that time, also when it was set meanwhile', () => {
    const [first, second] = recording.parts;
    const gap_ms = (second?.start_timestamp_ms ?? 0) - (first?.start_timestamp_ms ?? 0) - (first?.duration_ms ?? 0);
    expect(gap_ms).toBeGreaterThanOrEqual(clockStepMs);
    expect(gap_ms).toBeLessThan(clockStepMs + longest_gap_ms);
  });
});
