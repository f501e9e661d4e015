/** Takes segments apart again. */
import { open } from 'node:fs/promises';
import { BufferSource, type EncodedPacket, EncodedPacketSink, Input, type InputTrack, MP4 } from 'mediabunny';
import type { DecoderConfigs } from './pack-segment.ts';
import type { LocalTake } from './takes.ts';

export interface SegmentPackets {
  readonly video: readonly EncodedPacket[];
  readonly audio: readonly EncodedPacket[];
}

const packetsOf = async (track: InputTrack | null): Promise<EncodedPacket[]> => {
  const packets: EncodedPacket[] = [];
  if (!track) return packets;
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return packets;
};

const openSegment = (init: Uint8Array, media: Uint8Array): Input =>
  new Input({ source: new BufferSource(Buffer.concat([init, media])), formats: [MP4] });

/** The packets of each segment of a take, one segment in memory at a time. */
export async function* readSegments({ path, init, ends }: LocalTake): AsyncGenerator<SegmentPackets> {
  await using file = await open(path);
  let start = 0;
  for (const end of ends) {
    const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    start = end;
    using input = openSegment(init, buffer);
    yield {
      video: await packetsOf(await input.getPrimaryVideoTrack()),
      audio: await packetsOf(await input.getPrimaryAudioTrack()),
    };
  }
}

/** How to decode a take, which its initialisation tells. */
export const decoderConfigs = async ({ init }: LocalTake): Promise<DecoderConfigs> => {
  using input = openSegment(init, new Uint8Array());
  const video = await (await input.getPrimaryVideoTrack())?.getDecoderConfig();
  const audio = await (await input.getPrimaryAudioTrack())?.getDecoderConfig();
  if (!video || !audio) throw new Error('a take does not tell how to decode it');
  return { video, audio };
};
