/** Takes segments apart again. */
import { BufferSource, type EncodedPacket, EncodedPacketSink, Input, type InputTrack, MP4 } from 'mediabunny';
import type { SegmentStore } from '../session-ports.ts';
import { isWholeSegment } from './mp4-boxes.ts';
import type { DecoderConfigs } from './pack-segment.ts';
import { readAhead } from './read-ahead.ts';
import type { StoredTake } from './takes.ts';

// Each is a megabyte or two.
const most_in_memory = 8;

const packetsOf = async (track: InputTrack | null): Promise<EncodedPacket[]> => {
  const packets: EncodedPacket[] = [];
  if (!track) return packets;
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet);
  return packets;
};

const openSegment = (init: Uint8Array, media: Uint8Array): Input =>
  new Input({ source: new BufferSource(Buffer.concat([init, media])), formats: [MP4] });

/** The packets of sound of each segment of a take that is there and whole: a worker that was killed may leave a torn one behind. */
export async function* readSegments(
  store: Pick<SegmentStore, 'get'>,
  { init, segments }: StoredTake,
): AsyncGenerator<EncodedPacket[]> {
  for await (const media of readAhead(segments, most_in_memory, (name) => store.get(name))) {
    if (!media || !isWholeSegment(media)) continue;
    using input = openSegment(init, media);
    yield await packetsOf(await input.getPrimaryAudioTrack());
  }
}

/** How to decode a take, which its initialisation tells. */
export const decoderConfigs = async ({ init }: Pick<StoredTake, 'init'>): Promise<DecoderConfigs> => {
  using input = openSegment(init, new Uint8Array());
  const video = await (await input.getPrimaryVideoTrack())?.getDecoderConfig();
  const audio = await (await input.getPrimaryAudioTrack())?.getDecoderConfig();
  if (!audio) throw new Error('a take does not tell how to decode it');
  return { video: video ?? undefined, audio };
};
