/** Makes one MP4 of several takes, by copying what is encoded. */
import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { parameterSets } from './mp4-boxes.ts';
import { decoderConfigs, readSegments, type SegmentPackets } from './read-segment.ts';
import type { LocalTake } from './takes.ts';

const endOf = (packets: readonly EncodedPacket[]): number =>
  packets.reduce((end, { timestamp, duration }) => Math.max(end, timestamp + duration), 0);

const survey = async (take: LocalTake) => {
  const found = { take, configs: await decoderConfigs(take), pictures: 0, sounds: 0, end_s: 0 };
  for await (const { video, audio } of readSegments(take)) {
    found.pictures += video.length;
    found.sounds += audio.length;
    found.end_s = Math.max(found.end_s, endOf(video), endOf(audio));
  }
  return found;
};

const descriptionOf = ({ description }: VideoDecoderConfig): Uint8Array => {
  if (!description) return new Uint8Array();
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
};

/** A file has one decoder configuration; where a take's differs, its key pictures carry their own. */
const adapter = (first: VideoDecoderConfig, own: VideoDecoderConfig) => {
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

/**
 * Writes the takes one after the other, gaps between them cut out, into an MP4 whose index comes first. Needs memory for
 * a segment and the index. Answers the length.
 */
export const joinTakes = async (local: readonly LocalTake[], target: string): Promise<{ duration_ms: number }> => {
  const takes = await Promise.all(local.map(survey));
  const first = takes[0]?.configs;
  if (!first) throw new Error('there is no take to join');
  const total = (kind: 'pictures' | 'sounds') => takes.reduce((sum, take) => sum + take[kind], 0);

  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'reserve' }),
    target: new FilePathTarget(target),
  });
  const pictures = new EncodedVideoPacketSource('avc');
  const sound = new EncodedAudioPacketSource('aac');
  output.addVideoTrack(pictures, { maximumPacketCount: total('pictures') });
  output.addAudioTrack(sound, { maximumPacketCount: total('sounds') });
  await output.start();

  let start_s = 0;
  for (const { take, configs, end_s } of takes) {
    const adapt = adapter(first.video, configs.video);
    for await (const segment of readSegments(take)) {
      for (const { kind, packet } of interleaved(segment)) {
        const timestamp = start_s + packet.timestamp;
        if (kind === 'audio') await sound.add(packet.clone({ timestamp }), { decoderConfig: first.audio });
        else await pictures.add(adapt(packet).clone({ timestamp }), { decoderConfig: first.video });
      }
    }
    start_s += end_s;
  }
  await output.finalize();
  return { duration_ms: Math.round(start_s * 1000) };
};
