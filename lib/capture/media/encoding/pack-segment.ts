/** Makes fragmented MP4 from packets. */

import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import { type DecoderConfigs, soundCodec } from '../../programs/protocol/codecs.ts';
import { markFirstAsDelta } from './begins-with-delta.ts';
import type { MediaPacket, PacketGroup } from './packets.ts';

export interface PackedSegment {
  /** `ftyp` and `moov`: the same for all segments of a take. */
  readonly init: Uint8Array;
  /** One `moof` and one `mdat`. */
  readonly media: Uint8Array;
}

/** What goes with each picture. */
const metadataOf = (decoderConfig: VideoDecoderConfig | undefined): EncodedVideoChunkMetadata =>
  decoderConfig ? { decoderConfig } : {};

const encoded = (packet: MediaPacket): EncodedPacket =>
  new EncodedPacket(packet.data, packet.key ? 'key' : 'delta', packet.timestamp_us / 1e6, packet.duration_us / 1e6);

const join = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
};

/**
 * One fragment with the group's packets at their places in the take. Each segment is muxed on its own, so that nothing
 * is remembered from one to the next and a day of recording needs no more memory than a minute.
 */
export const packSegment = async ({ video, audio }: PacketGroup, configs: DecoderConfigs): Promise<PackedSegment> => {
  const head: Uint8Array[] = [];
  const body: Uint8Array[] = [];
  const isContinued = video[0]?.key === false;
  const output = new Output({
    format: new Mp4OutputFormat({
      fastStart: 'fragmented',
      minimumFragmentDuration: Number.MAX_SAFE_INTEGER,
      onFtyp: (bytes) => head.push(bytes.slice()),
      onMoov: (bytes) => head.push(bytes.slice()),
      onMoof(bytes) {
        const moof = bytes.slice();
        if (isContinued) markFirstAsDelta(moof);
        body.push(moof);
      },
      onMdat: (bytes) => body.push(bytes.slice()),
    }),
    target: new NullTarget(),
  });
  const pictures = configs.video && new EncodedVideoPacketSource('avc');
  const sound = new EncodedAudioPacketSource(soundCodec(configs.audio));
  if (pictures) output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  for (const [index, packet] of video.entries())
    await pictures?.add(encoded(index === 0 ? { ...packet, key: true } : packet), metadataOf(configs.video));
  for (const packet of audio) await sound.add(encoded(packet), { decoderConfig: configs.audio });
  await output.finalize();
  return { init: join(head), media: join(body) };
};
