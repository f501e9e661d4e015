/** Takes that nobody saw or heard, recorded into a store as a worker does. */
import { packSegment } from '../../../lib/capture/media/encoding/pack-segment.ts';
import type { MediaPacket } from '../../../lib/capture/media/encoding/packets.ts';
import { createSegmenter } from '../../../lib/capture/programs/media-worker/take/segmenter.ts';
import { takeName } from '../../../lib/capture/recording/segment-names.ts';
import { createSegmentSink } from '../../../lib/capture/recording/segment-sink.ts';
import type { MemoryStore } from '../../lab/doubles/memory-segments.ts';

// Parameter sets as OpenH264 makes them; the second differs in its level.
const avcC = (level: string) =>
  Uint8Array.from(Buffer.from(`0142c0${level}ffe100126742c0${level}8c6805005ba6a0202020f08846a001000468ce3c80`, 'hex'));
export const configs = (level = '1f') => ({
  video: { codec: `avc1.42c0${level}`, codedWidth: 1280, codedHeight: 720, description: avcC(level) },
  audio: { codec: 'mp4a.40.2', numberOfChannels: 1, sampleRate: 48_000, description: Uint8Array.of(0x11, 0x88) },
});

const pictureUs = 50_000;
const soundUs = (1024 / 48_000) * 1e6;

/** A unit of H.264 that nobody decodes: its length, a slice's header byte, and a body that tells it apart. */
const unit = (key: boolean, mark: number): Uint8Array =>
  Uint8Array.of(0, 0, 0, 4, key ? 0x65 : 0x41, 0x88, mark & 0x7f, 0x80);

export function* packets(seconds: number): Generator<MediaPacket> {
  const length_us = seconds * 1e6;
  for (let picture = 0, sound = 0; picture * pictureUs < length_us || sound * soundUs < length_us; ) {
    if (picture * pictureUs <= sound * soundUs) {
      const key = picture % 40 === 0;
      yield {
        kind: 'video',
        data: unit(key, picture),
        timestamp_us: picture * pictureUs,
        duration_us: pictureUs,
        key,
      };
      picture += 1;
    } else {
      const at = Math.round(sound * soundUs);
      yield {
        kind: 'audio',
        data: Uint8Array.of(0x21, sound & 0x7f),
        timestamp_us: at,
        duration_us: soundUs,
        key: true,
      };
      sound += 1;
    }
  }
}

/** Records a take of a length, as a worker does. */
export const record = async (
  store: MemoryStore,
  take: string,
  start_timestamp_ms: number,
  seconds: number,
  level?: string,
) => {
  const sink = createSegmentSink(store, take);
  const segmenter = createSegmenter();
  let index = 0;
  const write = async (group: ReturnType<typeof segmenter.next>) => {
    if (!group) return;
    const { init, media } = await packSegment(group, configs(level));
    if (index === 0) sink.begin({ start_timestamp_ms, width: 1280, height: 720 }, init);
    sink.write({ index, media });
    // Meetings are slower than tests: each segment is stored before the next one comes.
    await sink.drain();
    index += 1;
  };
  for (const packet of packets(seconds)) {
    segmenter.add(packet);
    await write(segmenter.next());
  }
  await write(segmenter.rest());
  await sink.drain();
};

/** Records takes of so many frames of sound, which begin so long after each other. */
export const recordSound = async (
  store: MemoryStore,
  takes: readonly number[],
  apart_ms = 1_000_000,
  begin_ms = 1_000_000,
) => {
  const audio = { codec: 'mp3', numberOfChannels: 1, sampleRate: 48_000 };
  // A frame of 64 kbit/s: its header, and a body that tells it apart.
  const frame = (mark: number) => Uint8Array.of(0xff, 0xfb, 0x54, 0xc4, ...new Uint8Array(187), mark);
  for (const [attempt, frames] of takes.entries()) {
    const sink = createSegmentSink(store, takeName(attempt + 1, 1));
    const segmenter = createSegmenter('audio');
    let index = 0;
    const write = async (group: ReturnType<typeof segmenter.next>) => {
      if (!group) return;
      const { init, media } = await packSegment(group, { audio });
      if (index === 0) sink.begin({ start_timestamp_ms: begin_ms + attempt * apart_ms }, init);
      sink.write({ index, media });
      await sink.drain();
      index += 1;
    };
    for (let n = 0; n < frames; n += 1) {
      segmenter.add({ kind: 'audio', data: frame(n), timestamp_us: n * 24_000, duration_us: 24_000, key: true });
      await write(segmenter.next());
    }
    await write(segmenter.rest());
    await sink.drain();
  }
};
