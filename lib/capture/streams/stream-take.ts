/** One take of a stream: sound is mixed and encoded, pictures are passed on as they come. */

import { createAudioEncoder } from '../media/encoding/audio-encoder.ts';
import { createMixer } from '../media/encoding/mixer.ts';
import type { MediaPacket } from '../media/encoding/packets.ts';
import { createSegmentWriter } from '../media/encoding/segment-writer.ts';
import { holdWorkersInThread } from '../media/encoding/workers-in-thread.ts';
import { meetingRate } from '../media/sound.ts';
import type { RecordingWish, Sink } from '../meeting/source.ts';
import type { TakeStats } from '../programs/protocol/media.ts';
import { packStream } from './pack-stream.ts';
import { createStreamPictures, type ShownKind } from './stream-pictures.ts';
import { createStreamSegmenter } from './stream-segmenter.ts';
import { createStreamStills } from './stream-stills.ts';

/** An encoder is given no more than this at once. */
const longestBlock = meetingRate;
const usualBlock = meetingRate / 2;

/** Somebody's sound, mono at the meeting's rate, and when it was made (Unix time). */
export interface StreamSound {
  readonly voice: number;
  readonly samples: Float32Array;
  readonly at_ms: number;
}

export interface StreamTake {
  hear(sound: StreamSound): void;
  see(kind: ShownKind, bytes: Buffer, at_ms: number): void;
  /** A shared screen that comes as stills, each a JPEG: they are kept beside the pictures. */
  showStill(jpeg: Buffer, at_ms: number): void;
  endScreen(at_ms: number): void;
  /** Some of what there was to see has been lost. */
  losePictures(): void;
  /** Nothing more comes of a voice. */
  endVoice(voice: number): void;
  /** Nothing more comes that is older than this, but for what is late. */
  reach(now_ms: number): void;
  /** All that was given until then has reached the sink when it resolves. */
  stop(at_ms: number): Promise<TakeStats | undefined>;
  readonly failure: Error | undefined;
}

/** `start_ms`: when it begins (Unix time). */
export const createStreamTake = (
  { sound, pictures: wanted }: RecordingWish,
  sink: Sink,
  start_ms: number,
): StreamTake => {
  const segmenter = createStreamSegmenter();
  const mixer = createMixer(meetingRate);
  let failure: Error | undefined;

  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? error : new Error(String(error));
  };
  const writer = createSegmentWriter({
    segmenter,
    packed: packStream,
    configs: () => (failure || !encoder.config ? undefined : { video: pictures?.config, audio: encoder.config }),
    begin(init) {
      const { codedWidth: width, codedHeight: height } = pictures?.config ?? {};
      sink.begin({ start_timestamp_ms: Math.round(start_ms), width, height }, init);
    },
    write: (segment) => sink.write(segment),
    onError: fail,
  });
  const onSound = (packet: MediaPacket): void => {
    segmenter.add(packet);
    writer.pack();
  };
  const workers = holdWorkersInThread();
  const encoder = createAudioEncoder({ ...sound, sample_rate: meetingRate }, onSound, fail);
  const pictures = wanted && createStreamPictures(wanted, (packet) => segmenter.add(packet));

  const stills = wanted && createStreamStills((still) => sink.keep(still));

  const inTake = (at_ms: number): number => (at_ms - start_ms) * 1000;
  // Sound gathers before it is encoded: in half seconds that costs a quarter less than in blocks of 10 ms.
  let mixed: Float32Array<ArrayBuffer>[] = [];
  let mixed_length = 0;
  const flush = (): void => {
    const all = new Float32Array(mixed_length);
    let at = 0;
    for (const part of mixed) {
      all.set(part, at);
      at += part.length;
    }
    [mixed, mixed_length] = [[], 0];
    for (let from = 0; from < all.length; from += longestBlock) encoder.take(all.slice(from, from + longestBlock));
  };
  const encode = (samples: Float32Array<ArrayBuffer>): void => {
    if (samples.length === 0) return;
    mixed.push(samples);
    mixed_length += samples.length;
    if (mixed_length >= usualBlock) flush();
  };
  const reach = (now_ms: number): void => {
    pictures?.reach(inTake(now_ms));
    encode(mixer.release(inTake(now_ms)));
  };

  return {
    get failure() {
      return failure;
    },
    hear({ voice, samples, at_ms }) {
      // What is far ahead of the mix would find no room in it.
      reach(at_ms);
      mixer.add(voice, samples, inTake(at_ms));
    },
    see(kind, bytes, at_ms) {
      pictures?.take({ kind, bytes, at_us: inTake(at_ms) });
    },
    showStill: (jpeg, at_ms) => stills?.take(jpeg, at_ms),
    endScreen: (at_ms) => pictures?.endScreen(inTake(at_ms)),
    losePictures: () => pictures?.lose(),
    endVoice: (voice) => mixer.end(voice),
    reach,
    async stop(at_ms) {
      reach(at_ms);
      pictures?.end();
      stills?.end();
      encode(mixer.finish(inTake(at_ms)));
      flush();
      await encoder.finish().catch(fail);
      workers[Symbol.dispose]();
      await writer.finish().catch(fail);
      const seconds = (at_ms - start_ms) / 1000;
      const frames = pictures?.frames ?? 0;
      return wanted && { frames, dropped_frames: 0, repeated_frames: 0, fps: seconds > 0 ? frames / seconds : 0 };
    },
  };
};
