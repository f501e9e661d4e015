/** A recording of a meeting as the suite of meetings makes it, and what is seen and heard in it. */
import type { Browser } from 'puppeteer-core';
import { expect } from 'vitest';
import type { Meeting } from '../../lib/capture/meeting/meeting.ts';
import type { Sink } from '../../lib/capture/meeting/source.ts';
import { seeRecording } from '../capture/browser/seen-recording.ts';

/** Small, and slow: it costs little. */
const pictures = { width: 320, height: 180, max_fps: 5, min_fps: 5, video_bitrate: 200_000 };
const wish = {
  pictures: { view: 'speaker_view_no_sidebar', ...pictures },
  sound: { codec: 'aac', bitrate: 64_000 },
} as const;

const rate = 16_000;
const windowMs = 20;
/** Of 32,767: nothing that is silent is as loud. */
const loud = 500;
/** Of a sentence at least so much is louder than that: on an idle machine three quarters are, a busy one loses much of them. */
const loudPart = 1 / 10;
/** A busy machine has it in the recording later than it was said. */
const lateMs = 4_000;
/** Of 255: whatever is brighter than that in one of its colours is not black. */
const bright = 40;

/** When somebody said something, in Unix time. */
interface Spoken {
  readonly start_ms: number;
  readonly end_ms: number;
}

/** For how long somebody is heard in some samples. */
const loudMsOf = (samples: Int16Array): number => {
  const length = (rate * windowMs) / 1_000;
  const windows = Array.from({ length: Math.floor(samples.length / length) }, (_, index) =>
    samples.subarray(index * length, (index + 1) * length).some((sample) => Math.abs(sample) > loud),
  );
  return windowMs * windows.filter(Boolean).length;
};

/** Records a meeting from now on; answers once the first of it is recorded. */
export const beginTake = async ({ recorder }: Pick<Meeting, 'recorder'>) => {
  const began = Promise.withResolvers<number>();
  const written: number[] = [];
  const parts: Uint8Array[] = [];
  const sink: Sink = {
    begin({ start_timestamp_ms }, init) {
      parts.push(init);
      began.resolve(start_timestamp_ms);
    },
    write({ index, media }) {
      written.push(index);
      parts.push(media);
    },
    keep: () => undefined,
    drain: async () => undefined,
  };
  await recorder.arm(wish);
  const source = recorder.source(wish, '001-001');
  const from_ms = Date.now();
  await source.start(sink);
  const began_ms = await began.promise;
  expect(began_ms).toBeGreaterThan(from_ms - 2_000);
  return {
    /** @throws with what went wrong while it was recorded */
    look(): void {
      const failure = source.look();
      if (failure) throw failure;
    },
    async end(): Promise<void> {
      await source.stop();
    },
    /** Once it has ended: whoever spoke is heard in it, and its pictures are not black. `blank`: see seeRecording. */
    async expectSpoken(browser: Browser, blank: string, spoken: readonly Spoken[]): Promise<void> {
      expect(written.length).toBeGreaterThan(0);
      expect(written).toEqual(written.map((_, index) => index));
      const seen = await seeRecording(browser, blank, Buffer.concat(parts));
      const samples = new Int16Array(Uint8Array.from(Buffer.from(seen.pcm, 'base64')).buffer);
      for (const { start_ms, end_ms } of spoken) {
        const [from, to] = [start_ms, end_ms + lateMs].map((at_ms) => Math.round(((at_ms - began_ms) * rate) / 1_000));
        const loudMs = loudMsOf(samples.subarray(from, to));
        expect(loudMs / (end_ms - start_ms), 'how much of the recorded sentence is loud').toBeGreaterThan(loudPart);
      }
      expect([seen.width, seen.height]).toEqual([pictures.width, pictures.height]);
      expect(Math.max(...(seen.pictures.at(-1)?.colour ?? [0])), 'how bright the last picture is').toBeGreaterThan(
        bright,
      );
    },
  };
};
