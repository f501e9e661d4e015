import { EncodedAudioPacketSource, EncodedVideoPacketSource } from 'mediabunny';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { packSegment } from '../../../lib/capture/media/encoding/pack-segment.ts';
import type { MediaPacket } from '../../../lib/capture/media/encoding/packets.ts';
import { finishRecording } from '../../../lib/capture/recording/finish.ts';
import { takeName } from '../../../lib/capture/recording/segment-names.ts';
import { createSegmentSink } from '../../../lib/capture/recording/segment-sink.ts';
import { blackPictures } from '../../../lib/capture/streams/h264/black-picture.ts';
import { packStream } from '../../../lib/capture/streams/pack-stream.ts';
import { createStreamPictures } from '../../../lib/capture/streams/stream-pictures.ts';
import { createStreamSegmenter } from '../../../lib/capture/streams/stream-segmenter.ts';
import { aMemoryStore } from '../../lab/doubles/memory-segments.ts';
import { describedPictures } from '../../lab/sample-entries.ts';
import { configs } from '../recording/recorded-takes.ts';

const annexB = (units: readonly Buffer[]) => Buffer.concat(units.flatMap((unit) => [Buffer.of(0, 0, 0, 1), unit]));
const cameraOf = (width: number, height: number) => annexB(blackPictures({ width, height })(0));
const [small, large] = [cameraOf(640, 360), cameraOf(1920, 1080)];
const soundUs = (1024 / 48_000) * 1e6;

/** Records cameras, each for so many pictures of half a second, as a stream's take does. */
const recorded = async (cameras: readonly (readonly [Buffer, number])[], together = 1) => {
  const store = aMemoryStore(undefined, 2_000);
  const sink = createSegmentSink(store, takeName(1, 1), { together });
  const segmenter = createStreamSegmenter();
  const pictures = createStreamPictures({ width: 1280, height: 720 }, (packet) => segmenter.add(packet));
  const shown = cameras.flatMap(([bytes, count]) => Array<Buffer>(count).fill(bytes));
  let index = 0;
  const write = async (group: ReturnType<typeof segmenter.next>) => {
    if (!group) return;
    const { init, media } = await packStream(group, { video: pictures.config, audio: configs().audio });
    if (index === 0) sink.begin({ start_timestamp_ms: 1_000_000 }, init);
    sink.write({ index, media });
    index += 1;
  };
  for (const [n, bytes] of shown.entries()) {
    pictures.take({ kind: 'camera', bytes, at_us: n * 500_000 });
    for (let at = Math.ceil((n * 500_000) / soundUs); at * soundUs < (n + 1) * 500_000; at += 1) {
      const sound: MediaPacket = {
        kind: 'audio',
        data: Uint8Array.of(0x21, at & 0x7f),
        timestamp_us: Math.round(at * soundUs),
        duration_us: soundUs,
        key: true,
      };
      segmenter.add(sound);
    }
    for (let group = segmenter.next(); group; group = segmenter.next()) await write(group);
  }
  await write(segmenter.rest());
  await sink.drain();
  const recording = await finishRecording(store, async () => undefined);
  return { recording, index, mp4: store.objects.get('recording.mp4') ?? Buffer.of() };
};
const times = (count: number, value: number): number[] => Array<number>(count).fill(value);

describe('the recording of a stream', () => {
  it.each([1, 4])('says of every picture how it is decoded, %d segments stored as one', async (together) => {
    const cameras = [
      [small, 7],
      [large, 3],
      [small, 1],
      [large, 9],
    ] as const;
    const { mp4, recording } = await recorded(cameras, together);
    const { entries, used } = describedPictures(mp4);
    expect(entries.map(({ size }) => size)).toEqual(['640x360', '1920x1080']);
    expect(used).toEqual([...times(7, 1), ...times(3, 2), ...times(1, 1), ...times(9, 2)]);
    expect(recording?.parts).toEqual([{ start_timestamp_ms: 1_000_000, duration_ms: expect.closeTo(10_000, -2) }]);
  });

  it('has no more segments where cameras take turns with every picture', async () => {
    const turns = Array.from({ length: 20 }, (_, n) => [n % 2 === 0 ? small : large, 1] as const);
    const [{ index, mp4 }, steady] = [await recorded(turns), await recorded([[small, 20]])];
    expect(index).toBe(steady.index);
    expect(describedPictures(mp4).used).toEqual(turns.map((_, n) => (n % 2) + 1));
    expect(describedPictures(steady.mp4)).toMatchObject({ entries: [{ size: '640x360' }], used: times(20, 1) });
  });
});

describe('a segment of a stream', () => {
  it.each([
    ['as all before', [small]],
    ['otherwise than the first', [small, large]],
    ['otherwise in its midst', [small, large, small]],
  ])('says how its take begins, and is packed once, where its pictures are decoded %s', async (_, cameras) => {
    const video: MediaPacket[] = [];
    const pictures = createStreamPictures({ width: 1280, height: 720 }, (packet) => video.push(packet));
    for (const [n, bytes] of cameras.entries()) pictures.take({ kind: 'camera', bytes, at_us: n * 40_000 });
    pictures.end();
    const audio = times(5, soundUs).map((duration_us, at): MediaPacket => {
      const timestamp_us = Math.round(at * duration_us);
      return { kind: 'audio', data: Uint8Array.of(0x21, at), timestamp_us, duration_us, key: true };
    });
    const how = { video: pictures.config, audio: configs().audio };
    const { init } = await packSegment({ video, audio }, how);
    const [ofVideo, ofAudio] = [EncodedVideoPacketSource, EncodedAudioPacketSource].map(({ prototype }) => {
      const added = vi.spyOn(prototype, 'add');
      onTestFinished(() => added.mockRestore());
      return added;
    });
    // Of a take that began otherwise, which this segment has nothing of.
    const own = cameras.length === 2 ? video.slice(1) : video;
    const packed = await packStream({ video: own, audio }, how);
    expect(Buffer.compare(packed.init, init)).toBe(0);
    const begins = cameras.length === 2 ? 1 : 0;
    expect([ofVideo?.mock.calls.length, ofAudio?.mock.calls.length]).toEqual([own.length + begins, 5 + begins]);
  });
});
