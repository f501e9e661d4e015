import { describe, expect, it } from 'vitest';
import type { MediaPacket } from '../../../../../lib/capture/media/encoding/packets.ts';
import { createSegmenter } from '../../../../../lib/capture/programs/media-worker/take/segmenter.ts';

const picture = (ms: number, key = false): MediaPacket => ({
  kind: 'video',
  data: new Uint8Array([ms & 255]),
  timestamp_us: ms * 1000,
  duration_us: 1,
  key,
});
const sound = (ms: number): MediaPacket => ({ ...picture(ms, true), kind: 'audio', duration_us: 20_000 });
const times = (packets: readonly MediaPacket[] | undefined) => packets?.map(({ timestamp_us }) => timestamp_us / 1000);

describe('the segmenter', () => {
  it('cuts at the first key picture after two seconds, once the sound has come that far', () => {
    const segmenter = createSegmenter();
    for (const packet of [picture(0, true), sound(0), picture(1_000, true), sound(980), picture(2_000, true)])
      segmenter.add(packet);
    expect(segmenter.next()).toBeUndefined();
    segmenter.add(sound(1_990));
    const group = segmenter.next();
    expect([times(group?.video), times(group?.audio)]).toEqual([
      [0, 1_000],
      [0, 980, 1_990],
    ]);
    expect(segmenter.next()).toBeUndefined();
  });

  it('lets every picture last until the next, across the cut too', () => {
    const segmenter = createSegmenter();
    for (const packet of [picture(0, true), picture(700), picture(2_500, true), sound(2_500)]) segmenter.add(packet);
    expect(segmenter.next()?.video.map(({ duration_us }) => duration_us)).toEqual([700_000, 1_800_000]);
  });

  it('does not wait for sound for more than a second', () => {
    const segmenter = createSegmenter();
    for (const packet of [picture(0, true), picture(2_000, true), picture(2_900)]) segmenter.add(packet);
    expect(segmenter.next()).toBeUndefined();
    segmenter.add(picture(3_000));
    expect(times(segmenter.next()?.video)).toEqual([0]);
  });

  it('leaves out what comes after the end', () => {
    const segmenter = createSegmenter();
    for (const packet of [picture(0, true), sound(0), picture(500), sound(500), picture(900), sound(900)])
      segmenter.add(packet);
    segmenter.end(500_000);
    const rest = segmenter.rest();
    expect([times(rest?.video), times(rest?.audio)]).toEqual([
      [0, 500],
      [0, 500],
    ]);
  });

  it('begins with a key picture, and gives all that is left at the end', () => {
    const segmenter = createSegmenter();
    for (const packet of [picture(0), picture(100, true), sound(0), picture(200)]) segmenter.add(packet);
    const rest = segmenter.rest();
    expect([times(rest?.video), times(rest?.audio)]).toEqual([[100, 200], [0]]);
    expect(segmenter.rest()).toBeUndefined();
  });
});
