/** Makes one file of several takes, by copying what is encoded. */
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import type { RecordingPart } from '../../domain/captured.ts';
import type { SegmentStore } from '../session-ports.ts';
import { parameterSets } from './mp4-boxes.ts';
import { metadataOf, soundCodec } from './pack-segment.ts';
import { createParts } from './parts.ts';
import { decoderConfigs, readSegments, type SegmentPackets } from './read-segment.ts';
import { countPackets, type StoredTake } from './takes.ts';

const timesOf = ({ video, audio }: SegmentPackets): { start_s: number; end_s: number } =>
  [...video, ...audio].reduce(
    ({ start_s, end_s }, { timestamp, duration }) => ({
      start_s: Math.min(start_s, timestamp),
      end_s: Math.max(end_s, timestamp + duration),
    }),
    { start_s: Number.POSITIVE_INFINITY, end_s: 0 },
  );

const descriptionOf = ({ description }: VideoDecoderConfig): Uint8Array => {
  if (!description) return new Uint8Array();
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
};

/** A file has one decoder configuration; where a take's differs, its key pictures carry their own. */
const adapter = (first: VideoDecoderConfig | undefined, own: VideoDecoderConfig | undefined) => {
  if (!first || !own) return (packet: EncodedPacket) => packet;
  const description = descriptionOf(own);
  if (Buffer.compare(descriptionOf(first), description) === 0) return (packet: EncodedPacket) => packet;
  const sets = parameterSets(description);
  return (packet: EncodedPacket) =>
    packet.type === 'key' ? packet.clone({ data: Buffer.concat([sets, packet.data]) }) : packet;
};

/** A segment's packets in order of time, as a player reads them. */
const interleaved = ({ video, audio }: SegmentPackets) =>
  [
    ...video.map((packet) => ({ kind: 'video' as const, packet })),
    ...audio.map((packet) => ({ kind: 'audio' as const, packet })),
  ].toSorted((one, other) => one.packet.timestamp - other.packet.timestamp);

/** The tracks of a segment, in the order in which they were added to it. */
const [picture_track, sound_track] = [1, 2];

export interface Joined {
  readonly format: 'mp4' | 'mp3';
  readonly duration_ms: number;
  /** The unbroken stretches that it is made of. */
  readonly parts: RecordingPart[];
}

/**
 * Writes the takes one after the other, gaps between and within them cut out, into an MP4 whose index comes first, or an
 * MP3 when there is only sound. Needs memory for a few segments and the index.
 */
export const joinTakes = async (
  store: Pick<SegmentStore, 'get'>,
  takes: readonly StoredTake[],
  target: string,
): Promise<Joined> => {
  if (!takes[0]) throw new Error('there is no take to join');
  const first = await decoderConfigs(takes[0]);
  const output = new Output({
    format: first.video ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new Mp3OutputFormat(),
    target: new FilePathTarget(target),
  });
  const pictures = first.video && new EncodedVideoPacketSource('avc');
  const sound = new EncodedAudioPacketSource(soundCodec(first.audio));
  if (pictures) {
    const counts = await countPackets(store, takes);
    output.addVideoTrack(pictures, { maximumPacketCount: counts.get(picture_track) ?? 0 });
    output.addAudioTrack(sound, { maximumPacketCount: counts.get(sound_track) ?? 0 });
  } else {
    output.addAudioTrack(sound);
  }
  await output.start();

  const timeline = createParts();
  for (const take of takes) {
    const adapt = adapter(first.video, (await decoderConfigs(take)).video);
    timeline.beginTake(take.start_timestamp_ms);
    for await (const segment of readSegments(store, take)) {
      const { start_s, end_s } = timesOf(segment);
      if (end_s === 0) continue;
      const shift_s = timeline.place(start_s, end_s);
      for (const { kind, packet } of interleaved(segment)) {
        const timestamp = packet.timestamp + shift_s;
        if (kind === 'audio') await sound.add(packet.clone({ timestamp }), { decoderConfig: first.audio });
        else await pictures?.add(adapt(packet).clone({ timestamp }), metadataOf(first.video));
      }
    }
  }
  await output.finalize();
  const { duration_ms, parts } = timeline;
  return { format: first.video ? 'mp4' : 'mp3', duration_ms, parts };
};
