import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recorderOf } from '../../../../lib/capture/browser/page-source.ts';
import { wishOf } from '../../../../lib/capture/recording/quality.ts';
import { takesOf } from '../../../../lib/capture/recording/segment-names.ts';
import { findTakes } from '../../../../lib/capture/recording/stored-takes.ts';
import { createTakes } from '../../../../lib/capture/recording/takes.ts';
import { systemSessionClock } from '../../../../lib/capture/session/ports.ts';
import { createRecordingControl } from '../../../../lib/capture/session/recording/recording-control.ts';
import { aMemoryStore } from '../../../lab/doubles/memory-segments.ts';
import { aRecordedPage } from './recorded-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A bot that records, and looks after its recorder four times a second. */
const aRecording = async (options?: Parameters<typeof aRecordedPage>[0]) => {
  const { page, ...worker } = aRecordedPage(options);
  const store = aMemoryStore();
  const log: string[] = [];
  const note = (message: string): void => void log.push(message);
  const takes = createTakes(store, 1, note);
  const control = createRecordingControl(
    { recorder: recorderOf(page, 'tracks'), takes, clock: systemSessionClock, log: note },
    wishOf({ format: 'mp4', view: 'speaker_view', resolution: '720p' }),
  );
  const keep = async (wanted: boolean): Promise<void> => {
    const kept = control.keep(wanted);
    kept.catch(() => undefined);
    let isDone = false;
    kept.then(
      () => (isDone = true),
      () => (isDone = true),
    );
    await vi.advanceTimersByTimeAsync(0);
    while (!isDone) await vi.advanceTimersByTimeAsync(100);
    await kept;
  };
  await control.arm();
  await keep(true);
  return {
    ...worker,
    log,
    store,
    keep,
    /** Records on for so long. */
    async record(seconds: number, look_ms = 250) {
      for (let passed_ms = 0; passed_ms < seconds * 1_000; passed_ms += look_ms) {
        await vi.advanceTimersByTimeAsync(look_ms);
        await keep(true);
      }
    },
    async stop() {
      await control.end();
      await takes.stored();
    },
  };
};

/** The segments of each take, as the finished recording will hold them: what each says of itself. */
const recordedIn = async (store: ReturnType<typeof aMemoryStore>) => {
  const text = (name: string) => Buffer.from(store.objects.get(name) ?? []).toString();
  return (await findTakes(store)).map(({ segments }) => segments.map(text));
};
const segments = (take: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${take} ${index}`);

describe('a recorder that is silent', () => {
  it('is replaced within ten seconds, and what it says once it is heard again is in no recording', async () => {
    const recording = await aRecording();
    await recording.record(9);
    recording.holdUp();
    await recording.record(8);
    recording.goOn();
    await recording.record(9);
    await recording.stop();
    expect(await recordedIn(recording.store)).toEqual([segments('001-001', 4), segments('001-002', 5)]);
    expect(recording.log).toEqual(['take ended', 'the recorder broke', 'take ended']);
  });

  it('is replaced as often as that is needed in a long meeting', async () => {
    const recording = await aRecording();
    for (let time = 0; time < 5; time += 1) {
      await recording.record(100);
      recording.holdUp();
      await recording.record(8);
      recording.goOn();
    }
    await recording.stop();
    expect(await recordedIn(recording.store)).toHaveLength(6);
  });

  it('is waited for where the machine is so busy that the bot itself hardly comes to look, but not for ever', async () => {
    const recording = await aRecording();
    await recording.record(9);
    recording.holdUp();
    await recording.record(10.5, 1_500);
    recording.goOn();
    await recording.record(9);
    expect(recording.log).toEqual([]);
    recording.holdUp();
    await recording.record(24, 1_500);
    expect(recording.log).toEqual(['take ended', 'the recorder broke']);
  });

  it('means that the meeting is lost when the one in its place is silent too, after ten seconds in all', async () => {
    const recording = await aRecording();
    await recording.record(9);
    const held_ms = performance.now();
    recording.holdUp();
    await expect(recording.record(60)).rejects.toMatchObject({ name: 'MeetingLostError' });
    expect(performance.now() - held_ms).toBeLessThanOrEqual(10_000);
    expect(await recordedIn(recording.store)).toEqual([segments('001-001', 4)]);
  });

  it('records nothing more when recording must end in that moment', async () => {
    const recording = await aRecording();
    await recording.record(9);
    recording.holdUp();
    await vi.advanceTimersByTimeAsync(7_500);
    await recording.keep(false);
    recording.goOn();
    await vi.advanceTimersByTimeAsync(10_000);
    await recording.stop();
    expect(await recordedIn(recording.store)).toEqual([segments('001-001', 4)]);
  });
});

describe('a recorder', () => {
  it('that could not end its take in time makes another one when recording goes on', async () => {
    const recording = await aRecording();
    await recording.record(9);
    recording.holdUp();
    await recording.keep(false);
    await recording.keep(true);
    recording.goOn();
    await recording.record(9);
    await recording.stop();
    expect(await recordedIn(recording.store)).toEqual([segments('001-001', 4), segments('001-002', 5)]);
    expect(recording.log).toEqual(['the take did not end cleanly', 'take ended', 'take ended']);
  });

  it('that takes long to end its take, as on a busy machine, is waited for while it gives signs', async () => {
    const recording = await aRecording({ ends_in_s: 20 });
    await recording.record(1);
    await recording.keep(false);
    expect(await recordedIn(recording.store)).toEqual([segments('001-001', 1)]);
    expect(recording.log).toEqual(['take ended']);
  });

  it('that never comes to an end of its take is given up after half a minute', async () => {
    const recording = await aRecording({ ends_in_s: 1_000 });
    await recording.record(9);
    const asked_ms = performance.now();
    await recording.keep(false);
    expect(performance.now() - asked_ms).toBeLessThan(31_000);
    expect(await recordedIn(recording.store)).toEqual([segments('001-001', 4)]);
  });

  it('whose end is heard late, as this process was held up, is not given up', async () => {
    const recording = await aRecording({ ends_in_s: 2 });
    await recording.record(9);
    let held_up_ms = 0;
    const nowMs = performance.now.bind(performance);
    using _ = vi.spyOn(performance, 'now').mockImplementation(() => nowMs() + held_up_ms);
    setTimeout(() => {
      held_up_ms = 40_000;
    }, 300);
    await recording.keep(false);
    expect(await recordedIn(recording.store)).toEqual([segments('001-001', 5)]);
    expect(recording.log).toEqual(['take ended']);
  });

  it('that is slow is left alone', async () => {
    const recording = await aRecording({ slowness: 5 });
    await recording.record(300);
    await recording.stop();
    expect(takesOf([...recording.store.objects.keys()])).toHaveLength(1);
    expect(recording.log).toEqual(['take ended']);
  });

  it('is left alone when it was the page that stood still, and has not passed on yet what it was told', async () => {
    const recording = await aRecording();
    await recording.record(9);
    recording.standStill();
    await vi.advanceTimersByTimeAsync(7_900);
    await recording.keep(true);
    recording.moveOn();
    await recording.record(9);
    await recording.stop();
    expect(await recordedIn(recording.store)).toEqual([segments('001-001', 13)]);
    expect(recording.log).toEqual(['take ended']);
  });

  it('that says it broke is replaced at once, and given up the third time', async () => {
    const recording = await aRecording();
    for (let time = 0; time < 2; time += 1) {
      await recording.record(3);
      recording.break();
    }
    await recording.record(3);
    expect(await recordedIn(recording.store)).toHaveLength(3);
    recording.break();
    await expect(recording.record(1)).rejects.toMatchObject({ name: 'RecorderError' });
  });
});
