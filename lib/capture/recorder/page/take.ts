/** One take: pictures and sound in, segments out. Runs in the media worker. */
import { createClockMapping } from '../audio-timeline.ts';
import { packSegment } from '../pack-segment.ts';
import { createSegmenter } from '../segmenter.ts';
import { createAudioEncoder } from './audio-encoder.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import type { PictureSource } from './picture-source.ts';
import type { RecorderMessage, RecordingOptions } from './protocol.ts';

// Enough to keep everything awake until the take begins, and no burden while a bot waits to be let in.
const armed_fps = 5;
const warm_up_ms = 400;
// What WebAudio adds between a remote track and the mix; measured with a picture that flashes while it beeps.
const mix_latency_ms = 25;
const patience_ms = 3_000;
// A page that has given no picture for so long after the beginning looks as it did before.
const unchanged_after_ms = 500;
const look_every_ms = 100;

const wallClock = (now_ms: number): number => performance.timeOrigin + now_ms;

export interface Take {
  begin(): void;
  /** Ends the take: all of it has been said once it resolves. */
  stop(): Promise<void>;
  /** Ends it without a word. */
  abandon(): void;
}

export interface TakeInput {
  readonly options: RecordingOptions;
  readonly pictures: PictureSource;
  readonly audio: ReadableStream<AudioData>;
  readonly say: (message: RecorderMessage) => void;
}

/** Gets a take ready and keeps it so until it begins. */
export const createTake = ({ options, pictures: source, audio, say }: TakeInput): Take => {
  const segmenter = createSegmenter();
  const sounds = audio.getReader();
  const soundTime = createClockMapping(1_000);
  let begun_ms: number | undefined;
  let start_ms: number | undefined;
  let index = 0;
  let over = false;
  let packing = Promise.resolve();

  const end = (): void => {
    over = true;
    clearInterval(stillness);
    source.stop();
    sounds.cancel().catch(() => undefined);
  };

  const fail = (error: unknown): void => {
    if (over) return;
    end();
    say({ type: 'failed', reason: String(error).slice(0, 500) });
  };

  const pictures = createPictureEncoder(
    options,
    (packet) => {
      segmenter.add(packet);
      pack();
    },
    (fps) => source.pace(fps),
    fail,
  );
  const sound = createAudioEncoder(options.audio_bitrate, (packet) => segmenter.add(packet), fail);

  const emit = async (group: ReturnType<typeof segmenter.next>): Promise<void> => {
    const configs = { video: pictures.config, audio: sound.config };
    if (!group || !configs.video || !configs.audio) return;
    const { init, media } = await packSegment(group, { video: configs.video, audio: configs.audio });
    if (index === 0) {
      const { width, height } = options;
      const start_timestamp_ms = Math.round(wallClock(start_ms ?? 0));
      say({ type: 'begin', start_timestamp_ms, width, height, init: init.toBase64() });
    }
    say({ type: 'segment', index, media: media.toBase64() });
    index += 1;
  };

  const pack = (): void => {
    // The sound's configuration is known a moment after its first packet; until then packets wait in the segmenter.
    if (!pictures.config || !sound.config) return;
    const group = segmenter.next();
    if (group) packing = packing.then(() => emit(group)).catch(fail);
  };

  // The first blocks come late and in a heap. A take begins once both streams have shown how fast they are, and with a
  // picture of the time since it was asked for.
  const arrived = new Set<'picture' | 'sound'>();
  let first_picture_ms: number | undefined;
  let warm_since_ms: number | undefined;
  const warmUp = (now_ms: number, from: 'picture' | 'sound'): void => {
    arrived.add(from);
    first_picture_ms ??= from === 'picture' ? now_ms : undefined;
    if (arrived.size === 2) warm_since_ms ??= now_ms;
  };
  const isWarm = (now_ms: number): boolean =>
    now_ms - (warm_since_ms ?? Number.POSITIVE_INFINITY) > warm_up_ms ||
    now_ms - (first_picture_ms ?? Number.POSITIVE_INFINITY) > patience_ms;

  const onPicture = (frame: VideoFrame, at_ms: number, isCut?: boolean): void => {
    const now_ms = performance.now();
    warmUp(now_ms, 'picture');
    if (isWarm(now_ms) && begun_ms !== undefined && at_ms >= begun_ms) start_ms ??= at_ms;
    if (start_ms === undefined) pictures.hold(frame);
    else pictures.take(frame, (at_ms - start_ms) * 1000, isCut);
  };

  const takeSound = async (): Promise<void> => {
    for (let next = await sounds.read(); !next.done && !over; next = await sounds.read()) {
      const now_ms = performance.now();
      const at_ms = soundTime(next.value.timestamp, now_ms);
      warmUp(now_ms, 'sound');
      if (start_ms !== undefined) sound.take(next.value, (at_ms - mix_latency_ms - start_ms) * 1000);
      next.value.close();
    }
  };

  // A page on which nothing moves gives no pictures; segments must be closed all the same.
  const stillness = setInterval(() => {
    const now_ms = performance.now();
    if (isWarm(now_ms) && begun_ms !== undefined && now_ms - begun_ms > unchanged_after_ms) start_ms ??= now_ms;
    if (start_ms === undefined) return;
    const now_us = (now_ms - start_ms) * 1000;
    pictures.repeat(now_us);
    sound.keepUp(now_us);
  }, look_every_ms);

  source.start({ onPicture, onError: fail });
  source.pace(armed_fps);
  takeSound().catch(fail);

  return {
    begin() {
      begun_ms ??= performance.now();
      source.pace(options.max_fps);
    },
    async stop() {
      if (over) return;
      end();
      const end_us = start_ms === undefined ? undefined : (performance.now() - start_ms) * 1000;
      await pictures.finish(end_us);
      await sound.finish(end_us ?? 0);
      for (let group = segmenter.next(); group; group = segmenter.next()) {
        const whole = group;
        packing = packing.then(() => emit(whole));
      }
      await packing;
      await emit(segmenter.rest());
      say({ type: 'stopped', stats: pictures.stats() });
    },
    abandon: () => {
      if (over) return;
      end();
      pictures.finish(undefined).catch(() => undefined);
      sound.finish(0).catch(() => undefined);
    },
  };
};
