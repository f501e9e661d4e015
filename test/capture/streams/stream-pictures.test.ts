import { describe, expect, it } from 'vitest';
import type { MediaPacket } from '../../../lib/capture/media/encoding/packets.ts';
import { blackPictures } from '../../../lib/capture/streams/h264/black-picture.ts';
import { createStreamPictures, type ShownKind } from '../../../lib/capture/streams/stream-pictures.ts';

const startCode = Buffer.from([0, 0, 0, 1]);
const [sps, pps, slice] = blackPictures({ width: 320, height: 180 })(0) as [Buffer, Buffer, Buffer];
const key = Buffer.concat([sps, pps, slice].flatMap((unit) => [startCode, unit]));
const leaning = Buffer.concat([startCode, Buffer.from([0x41, 1, 2, 3])]);

const shown = () => {
  const packets: MediaPacket[] = [];
  const pictures = createStreamPictures({ width: 1280, height: 720 }, (packet) => packets.push(packet));
  const take = (kind: ShownKind, bytes: Buffer, seconds: number) =>
    pictures.take({ kind, bytes, at_us: seconds * 1_000_000 });
  const reach = (seconds: number) => pictures.reach(seconds * 1_000_000);
  /** The pictures so far: when, and whether they are key pictures. */
  const told = () => packets.map(({ timestamp_us, key }) => `${timestamp_us / 1_000_000}${key ? ' key' : ''}`);
  return { pictures, take, reach, told, packets };
};

describe('the pictures of a stream', () => {
  it('are passed on from the first key picture on', () => {
    const { pictures, take, told } = shown();
    take('camera', leaning, 0);
    take('camera', key, 1);
    take('camera', leaning, 1.04);
    expect(told()).toEqual(['1 key', '1.04']);
    expect(pictures.config).toMatchObject({ codedWidth: 320, codedHeight: 180 });
  });

  it('are black from the start where nobody has a camera, until somebody has', () => {
    const { pictures, take, reach, told } = shown();
    for (const second of [1, 2, 3, 4]) reach(second);
    take('camera', leaning, 4.5);
    take('camera', key, 5);
    reach(6);
    expect(told()).toEqual(['0 key', '1 key', '2 key', '3 key', '4 key', '5 key']);
    expect(pictures.config).toMatchObject({ codedWidth: 1280, codedHeight: 720 });
  });

  it('are decoded as the last ones of their kind where they do not say how, also after others, and have the sets with them', () => {
    const { take, reach, packets } = shown();
    take('camera', key, 0);
    reach(10.5);
    const bare = Buffer.concat([startCode, slice]);
    take('camera', bare, 11);
    take('camera', bare, 12);
    const widths = packets.map(({ config }) => (config as VideoDecoderConfig | undefined)?.codedWidth);
    expect(widths).toEqual([320, 1280, 320, 320]);
    const [first, , ...later] = packets.map(({ data }) => Buffer.from(data));
    expect(later).toEqual([first, first]);
  });

  it('are waited for where nothing of their kind has ever said how they are decoded', () => {
    const { take, reach, told } = shown();
    reach(3);
    take('camera', Buffer.concat([startCode, slice]), 3.5);
    take('camera', key, 3.8);
    take('screen', Buffer.concat([startCode, slice]), 3.9);
    expect(told()).toEqual(['0 key', '1 key', '2 key', '3 key', '3.8 key']);
  });

  it('are held for a while when a camera goes off, and black then', () => {
    const { take, reach, told } = shown();
    take('camera', key, 0);
    for (const second of [5, 9.9, 10, 10.5, 11, 12]) reach(second);
    expect(told()).toEqual(['0 key', '10 key', '11 key', '12 key']);
  });

  it('are black once a second also where nobody asked for long', () => {
    const { take, reach, told } = shown();
    take('camera', key, 0);
    reach(13.5);
    expect(told()).toEqual(['0 key', '10 key', '11 key', '12 key', '13 key']);
  });

  it('are black, too, until the next one where nobody asked in between', () => {
    const { take, told } = shown();
    take('camera', key, 0);
    take('camera', key, 13.5);
    expect(told()).toEqual(['0 key', '10 key', '11 key', '12 key', '13 key', '13.5 key']);
  });

  it('are those of a shared screen while there is one, however still it stands', () => {
    const { pictures, take, reach, told } = shown();
    take('camera', key, 0);
    take('screen', leaning, 1);
    take('screen', key, 2);
    take('camera', key, 3);
    reach(100);
    take('screen', leaning, 101);
    pictures.endScreen(101_500_000);
    take('camera', leaning, 102);
    take('camera', key, 103);
    take('screen', leaning, 104);
    expect(told()).toEqual(['0 key', '2 key', '101', '103 key']);
  });

  it('are held for a while after a screen that stood still for long', () => {
    const { pictures, take, reach, told } = shown();
    take('screen', key, 0);
    for (const second of [20, 40, 60]) reach(second);
    pictures.endScreen(60_000_000);
    for (const second of [60.1, 69, 71]) reach(second);
    expect(told()).toEqual(['0 key', '70 key', '71 key']);
  });

  it('wait for a key picture when some were lost', () => {
    const { pictures, take, told } = shown();
    take('camera', key, 0);
    pictures.lose();
    take('camera', leaning, 1);
    take('camera', key, 2);
    take('camera', leaning, 3);
    expect(told()).toEqual(['0 key', '2 key', '3']);
  });

  it('wait for the next key picture where nothing tells how one is decoded', () => {
    const { take, told } = shown();
    const unreadable = Buffer.concat([startCode, Buffer.from([0x67, 0x42]), startCode, pps, startCode, slice]);
    take('camera', unreadable, 0);
    take('camera', key, 1);
    take('camera', unreadable, 2);
    take('camera', leaning, 2.5);
    take('camera', key, 3);
    take('camera', leaning, 3.5);
    expect(told()).toEqual(['1 key', '3 key', '3.5']);
  });

  it('are at least one', () => {
    const { pictures, take, told } = shown();
    take('camera', leaning, 0.1);
    pictures.end();
    pictures.end();
    expect(told()).toEqual(['0 key']);
  });

  it('never go back in time', () => {
    const { take, told } = shown();
    take('camera', key, 1);
    take('camera', leaning, 0.5);
    take('camera', leaning, -1);
    expect(told()).toEqual(['1 key', '1.001']);
  });

  it('are none where nothing of H.264 comes', () => {
    const { take, told } = shown();
    for (const bytes of [Buffer.of(), Buffer.from('JFIF'), startCode, Buffer.alloc(1000)]) take('camera', bytes, 1);
    expect(told()).toEqual([]);
  });
});
