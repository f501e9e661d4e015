/** An hour of recording as a worker leaves it in a store, made without a browser. */
import { packSegment } from '../../lib/capture/media/encoding/pack-segment.ts';
import { takeName } from '../../lib/capture/recording/segment-names.ts';
import { createSegmentSink } from '../../lib/capture/recording/segment-sink.ts';
import type { SegmentStore } from '../../lib/capture/recording/segment-store.ts';

const segmentS = 2;
const fps = 24;
const soundUs = (1024 / 48_000) * 1e6;
/** Bits a second: a browser's recording of 1080p, and the picture of a stream at 720p. */
export const videoBitrates = { '1080p': 3_000_000, stream: 1_500_000 } as const;
const audioBytesASecond = 96_000 / 8;

// Parameter sets as OpenH264 makes them.
const avcC = Uint8Array.from(Buffer.from('0142c028ffe100126742c0288c6805005ba6a0202020f08846a001000468ce3c80', 'hex'));
const configs = {
  video: { codec: 'avc1.42c028', codedWidth: 1920, codedHeight: 1080, description: avcC },
  audio: { codec: 'mp4a.40.2', numberOfChannels: 1, sampleRate: 48_000, description: Uint8Array.of(0x11, 0x88) },
};

/** A unit of H.264 of a size: its length, a slice's header byte and a body. */
const unit = (key: boolean, size: number): Uint8Array => {
  const bytes = Buffer.alloc(size, 0x5a);
  bytes.writeUInt32BE(size - 4);
  bytes[4] = key ? 0x65 : 0x41;
  return bytes;
};

const segmentAt = (start_us: number, video_bitrate: number) => {
  const pictures = segmentS * fps;
  const picture_us = 1e6 / fps;
  const sounds = Math.floor((start_us + segmentS * 1e6) / soundUs) - Math.floor(start_us / soundUs);
  const first_sound = Math.floor(start_us / soundUs);
  return {
    video: Array.from({ length: pictures }, (_, index) => ({
      kind: 'video' as const,
      data: unit(index === 0, Math.round((video_bitrate * segmentS) / 8 / pictures)),
      timestamp_us: start_us + index * picture_us,
      duration_us: picture_us,
      key: index === 0,
    })),
    audio: Array.from({ length: sounds }, (_, index) => ({
      kind: 'audio' as const,
      data: new Uint8Array((audioBytesASecond * segmentS) / sounds),
      timestamp_us: (first_sound + index) * soundUs,
      duration_us: soundUs,
      key: true,
    })),
  };
};

/** Has a recorder's sink store it, which is waited for after each segment. Answers how many bytes that were. */
export const storeLongRecording = async (
  store: Pick<SegmentStore, 'put' | 'least_copy_bytes'>,
  seconds: number,
  video_bitrate: number = videoBitrates['1080p'],
): Promise<number> => {
  const sink = createSegmentSink(store, takeName(1, 1));
  let bytes = 0;
  for (let index = 0; index * segmentS < seconds; index += 1) {
    const { init, media } = await packSegment(segmentAt(index * segmentS * 1e6, video_bitrate), configs);
    if (index === 0) sink.begin({ start_timestamp_ms: 1_772_442_000_000, width: 1920, height: 1080 }, init);
    sink.write({ index, media });
    await sink.drain();
    bytes += media.byteLength;
  }
  return bytes;
};
