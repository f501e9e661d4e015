/** One take: pictures and sound in, segments out. */

import { createAudioEncoder } from '../../../media/encoding/audio-encoder.ts';
import { createMixer } from '../../../media/encoding/mixer.ts';
import type { MediaPacket } from '../../../media/encoding/packets.ts';
import { createSegmentWriter } from '../../../media/encoding/segment-writer.ts';
import { createHoldUpWatch } from '../../../media/hold-ups.ts';
import { meetingRate, type Sound } from '../../../media/sound.ts';
import type { RecorderMessage, RecordingOptions, TakeMessage } from '../../protocol/media.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import type { PictureSource } from './picture-source.ts';
import { createSegmenter } from './segmenter.ts';

// Enough to keep everything awake until the take begins, and no burden while a bot waits to be let in.
const armedFps = 5;
const warmUpMs = 400;
// A source that has given no picture for so long after the beginning looks as it did before.
const unchangedAfterMs = 500;
const lookEveryMs = 100;
// Tells Node that the take gets on. Segments come too rarely for that.
const signEveryMs = 1_000;
// Sound of the last moment is still in its jitter buffer, or waits to be read.
const lastSoundWithinMs = 150;

export interface Take {
  begin(name: string): void;
  hear(sound: Sound): void;
  /** Nothing more comes of a voice. */
  endVoice(voice: number): void;
  /**
   * Ends the take as it was at a moment, by the worker's clock (`performance.now()`): all of it has been said once it
   * resolves. Never fails.
   */
  stop(at_ms: number): Promise<void>;
  /** Ends it without a word. */
  abandon(): void;
}

export interface TakeInput {
  readonly options: RecordingOptions;
  /** Absent where only sound is recorded. */
  readonly source: PictureSource | undefined;
  /** Unix time of the worker's clock (`performance.now()`). */
  readonly wallClock: (at_ms: number) => number;
  readonly say: (message: RecorderMessage) => void;
}

/** Gets a take ready and keeps it so until it begins. */
export const createTake = ({ options, source, wallClock, say: tell }: TakeInput): Take => {
  const segmenter = createSegmenter(source ? 'video' : 'audio');
  const mixer = createMixer(meetingRate);
  let name: string | undefined;
  let begun_ms: number | undefined;
  let start_ms: number | undefined;
  let over = false;
  let signed_ms = Number.NEGATIVE_INFINITY;

  const say = (message: TakeMessage): void => tell({ ...message, take: name });

  const sign = (): void => {
    const now_ms = performance.now();
    if (now_ms - signed_ms < signEveryMs) return;
    signed_ms = now_ms;
    say({ type: 'alive' });
  };

  const end = (): void => {
    over = true;
    clearInterval(looking);
    source?.stop();
  };

  const tellFailure = (error: unknown): void => say({ type: 'failed', reason: String(error).slice(0, 500) });

  const fail = (error: unknown): void => {
    if (over) return;
    end();
    tellFailure(error);
  };

  const add = (packet: MediaPacket): void => segmenter.add(packet);
  /** Takes encoded packets, of which segments are cut. */
  const lead = (packet: MediaPacket): void => {
    add(packet);
    sign();
    writer.pack();
  };

  const pictures =
    source && options.pictures && createPictureEncoder(options.pictures, lead, (fps) => source.pace(fps), fail);
  const sound = createAudioEncoder({ ...options.sound, sample_rate: meetingRate }, pictures ? add : lead, fail);

  const writer = createSegmentWriter({
    segmenter,
    configs: () => sound.config && { video: pictures?.config, audio: sound.config },
    begin(init) {
      const { width, height } = options.pictures ?? {};
      const start_timestamp_ms = Math.round(wallClock(start_ms ?? 0));
      say({ type: 'begin', start_timestamp_ms, width, height, init: init.toBase64() });
    },
    write: ({ index, media }) => say({ type: 'segment', index, media: media.toBase64() }),
    onError: fail,
  });

  // The first pictures come late and in a heap. A take begins once the stream has shown how fast it is, and with a
  // picture of the time since it was asked for.
  let first_picture_ms: number | undefined;
  const isWarm = (now_ms: number): boolean => now_ms - (first_picture_ms ?? now_ms) > warmUpMs;

  const onPicture = (frame: VideoFrame, at_ms: number, isCut?: boolean): void => {
    const now_ms = performance.now();
    first_picture_ms ??= now_ms;
    if (isWarm(now_ms) && begun_ms !== undefined && at_ms >= begun_ms) start_ms ??= at_ms;
    if (start_ms === undefined) pictures?.hold(frame);
    else pictures?.take(frame, (at_ms - start_ms) * 1000, isCut);
  };

  const isLeftToNext = createHoldUpWatch(lookEveryMs);
  // A source in which nothing moves gives no pictures; segments must be closed all the same.
  const looking = setInterval(() => {
    const now_ms = performance.now();
    // Sound that came while this worker was held up is mixed before the mix goes on without it.
    const isBehind = isLeftToNext(now_ms);
    if (isWarm(now_ms) && begun_ms !== undefined && now_ms - begun_ms > unchangedAfterMs) start_ms ??= now_ms;
    if (start_ms === undefined) return;
    const now_us = (now_ms - start_ms) * 1000;
    pictures?.repeat(now_us);
    if (!isBehind) sound.take(mixer.release(now_us));
  }, lookEveryMs);

  const finish = async (end_ms: number): Promise<void> => {
    const end_us = start_ms === undefined ? undefined : (end_ms - start_ms) * 1000;
    await pictures?.finish(end_us);
    await new Promise((resolve) => setTimeout(resolve, lastSoundWithinMs));
    sound.take(mixer.finish(end_us ?? 0));
    await sound.finish();
    segmenter.end(Math.ceil(end_us ?? 0));
    await writer.finish();
    say({ type: 'stopped', stats: pictures?.stats() });
  };

  source?.start({ onPicture, onError: fail });
  source?.pace(armedFps);

  return {
    begin(wanted) {
      if (begun_ms !== undefined) return;
      name = wanted;
      if (over) return tellFailure('the take broke before it began');
      begun_ms = performance.now();
      sign();
      if (source) source.pace(options.pictures?.max_fps ?? armedFps);
      else start_ms = begun_ms;
    },
    hear({ voice, samples, at_ms }) {
      if (start_ms !== undefined) mixer.add(voice, samples, (at_ms - start_ms) * 1000);
    },
    endVoice: (voice) => mixer.end(voice),
    async stop(at_ms) {
      if (over) return;
      end();
      await finish(at_ms).catch(tellFailure);
    },
    abandon() {
      if (over) return;
      end();
      pictures?.finish(undefined).catch(() => undefined);
      sound.finish().catch(() => undefined);
    },
  };
};
