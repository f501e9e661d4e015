import { describe, expect, it, vi } from 'vitest';
import type { MediaPacket, PacketGroup } from '../../../../lib/capture/media/encoding/packets.ts';
import { createSegmentWriter } from '../../../../lib/capture/media/encoding/segment-writer.ts';
import { fragmentOf } from '../../../../lib/capture/recording/mp4/fragment.ts';

const configs = {
  audio: { codec: 'mp4a.40.2', numberOfChannels: 1, sampleRate: 48_000, description: Uint8Array.of(0x11, 0x88) },
};
const groupAt = (s: number): PacketGroup => {
  const sound: MediaPacket = {
    kind: 'audio',
    data: Uint8Array.of(0x21, s),
    timestamp_us: s * 1e6,
    duration_us: 21_333,
    key: true,
  };
  return { video: [], audio: [sound] };
};
/** The muxer refuses packets that go backwards. */
const broken: PacketGroup = { video: [], audio: [...groupAt(3).audio, ...groupAt(1).audio] };

/** A writer over groups that are finished one by one, and what it does. */
const writerOf = (groups: PacketGroup[], rest: PacketGroup | undefined) => {
  const told: string[] = [];
  const onError = vi.fn<(error: unknown) => void>();
  let known: typeof configs | undefined = configs;
  const writer = createSegmentWriter({
    segmenter: { next: () => groups.shift(), rest: () => rest },
    configs: () => known,
    begin: (init) => void told.push(`begin: ${String.fromCharCode(...init.subarray(4, 8))}`),
    write: ({ index, media }) => void told.push(`${index}: ${fragmentOf(media)?.runs[0]?.sizes}`),
    onError,
  });
  const know = (now: typeof configs | undefined): void => {
    known = now;
  };
  return { writer, told, onError, know };
};

describe('the writer of segments', () => {
  it('begins once, and writes what is finished and what is left at the end in order', async () => {
    const { writer, told } = writerOf([groupAt(0), groupAt(2), groupAt(4)], groupAt(6));
    writer.pack();
    await writer.finish();
    expect(told).toEqual(['begin: ftyp', '0: 2', '1: 2', '2: 2', '3: 2']);
  });

  it('leaves with the segmenter what it does not know how to decode', async () => {
    const groups = [groupAt(0)];
    const { writer, told, know } = writerOf(groups, undefined);
    know(undefined);
    writer.pack();
    expect(groups).toHaveLength(1);
    know(configs);
    await writer.finish();
    expect(told).toEqual(['begin: ftyp', '0: 2']);
  });

  it('writes nothing after what could not be packed, and says so', async () => {
    const { writer, told, onError } = writerOf([groupAt(0), broken, groupAt(4)], undefined);
    await expect(writer.finish()).rejects.toThrow();
    expect(told).toEqual(['begin: ftyp', '0: 2']);
    expect(onError).toHaveBeenCalled();
  });
});
