/** Segments of a stream begin with whatever picture comes: what is a key picture, and what is not, is told truly. */
import { describe, expect, it } from 'vitest';
import { packSegment } from '../../../../lib/capture/media/encoding/pack-segment.ts';
import type { MediaPacket } from '../../../../lib/capture/media/encoding/packets.ts';
import { fragmentOf } from '../../../../lib/capture/recording/mp4/fragment.ts';

const avcC = Uint8Array.from(Buffer.from('0142c01fffe100126742c01f8c6805005ba6a0202020f08846a001000468ce3c80', 'hex'));
const configs = {
  video: { codec: 'avc1.42c01f', codedWidth: 1280, codedHeight: 720, description: avcC },
  audio: { codec: 'mp4a.40.2', numberOfChannels: 1, sampleRate: 48_000, description: Uint8Array.of(0x11, 0x88) },
};
const sound: MediaPacket = {
  kind: 'audio',
  data: Uint8Array.of(0x21, 1),
  timestamp_us: 4_000_000,
  duration_us: 21_333,
  key: true,
};
const picture = (key: boolean, index: number, bytes: number): MediaPacket => ({
  kind: 'video',
  data: Uint8Array.of(0, 0, 0, bytes, key ? 0x65 : 0x41, ...Array.from({ length: bytes - 1 }, () => 0x80)),
  timestamp_us: 4_000_000 + index * 40_000,
  duration_us: 40_000,
  key,
});

/** Which pictures a segment tells to be key pictures. `sizes`: equal or not, which the muxer writes in different ways. */
const told = async (keys: readonly boolean[], sizes: (index: number) => number) => {
  const video = keys.map((key, index) => picture(key, index, sizes(index)));
  const { media } = await packSegment({ video, audio: [sound] }, configs);
  const [pictures, heard] = fragmentOf(media)?.runs ?? [];
  expect(heard?.keys).toEqual([true]);
  return { keys: pictures?.keys, sizes: pictures?.sizes };
};

describe.each([
  ['of one size', () => 4],
  ['of several sizes', (index: number) => 4 + index],
])('a segment with pictures %s', (_, sizes) => {
  it.each([
    ['that all lean on the segment before', [false, false, false]],
    ['of which one does', [false]],
    ['that begin anew and at once again', [false, true, true, false]],
    ['that begin with a key picture', [true, false, false]],
    ['that are all key pictures', [true, true]],
  ])('%s says so', async (_, keys) => {
    expect(await told(keys, sizes)).toEqual({ keys, sizes: keys.map((_, index) => sizes(index) + 4) });
  });

  it('of which one in its midst is a key picture tells at least none to be one that is not', async () => {
    const { keys } = await told([false, false, true, false], sizes);
    expect([keys?.[0], keys?.[1], keys?.[3]]).toEqual([false, false, false]);
  });
});
