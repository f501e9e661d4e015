import { describe, expect, it } from 'vitest';
import { sampleOf, typeOf, unitsOf } from '../../../../lib/capture/streams/h264/annex-b.ts';
import { createBitReader, createBitWriter, unescaped } from '../../../../lib/capture/streams/h264/bits.ts';
import { blackPictures } from '../../../../lib/capture/streams/h264/black-picture.ts';
import { decoderConfigOf } from '../../../../lib/capture/streams/h264/decoder-config.ts';
import { filmOf } from '../../../facsimiles/rtms/films/films.ts';

const setsOf = (units: readonly Buffer[]) => {
  const [sps] = units.filter((unit) => typeOf(unit) === 7);
  if (!sps) throw new Error('there is no sequence parameter set');
  return [sps, units.filter((unit) => typeOf(unit) === 8)] as const;
};

describe('H.264 between start codes', () => {
  it('is taken apart, whatever the start codes and the zeros around them', () => {
    const picture = Buffer.from([9, 0, 0, 1, 0x67, 1, 0, 0, 0, 1, 0x68, 2, 0, 0, 0, 0, 1, 0x65, 3, 0, 0]);
    expect(unitsOf(picture).map((unit) => [...unit])).toEqual([
      [0x67, 1],
      [0x68, 2],
      [0x65, 3],
    ]);
    for (const none of [[], [0, 0], [0, 0, 1], [0, 0, 0, 1], [1, 2, 3]]) expect(unitsOf(Buffer.from(none))).toEqual([]);
  });

  it('becomes a sample with lengths, without what only stands between pictures', () => {
    expect([...sampleOf([Buffer.from([9, 16]), Buffer.from([0x67, 1]), Buffer.from([0x65, 2, 3])])]).toEqual([
      0, 0, 0, 2, 0x67, 1, 0, 0, 0, 3, 0x65, 2, 3,
    ]);
  });

  it.each([
    ['wide', 640, 360],
    ['small', 320, 180],
    ['hd', 1280, 720],
  ] as const)('tells how the film %s is decoded', async (name, codedWidth, codedHeight) => {
    const { frames } = await filmOf(name);
    const [sps, pps] = setsOf(unitsOf(Buffer.from(frames[0]?.bytes ?? [])));
    const config = decoderConfigOf(sps, pps);
    expect(config).toMatchObject({ codedWidth, codedHeight, codec: expect.stringMatching(/^avc1\.[0-9a-f]{6}$/) });
    const record = Buffer.from(config?.description ?? []);
    expect(record.includes(sps)).toBe(true);
    expect(record.includes(pps[0] ?? Buffer.of())).toBe(true);
  });
});

describe('bits', () => {
  it('are read as they were written', () => {
    const bits = createBitWriter();
    const values = [0, 1, 2, 7, 8, 254, 255, 3_599];
    for (const value of values) bits.unsigned(value);
    bits.number(0, 24).number(1, 2).align();
    const unit = bits.unit(0x67);
    const reader = createBitReader(unescaped(unit.subarray(1)));
    expect(values.map(() => reader.unsigned())).toEqual(values);
    expect([reader.number(24), reader.number(2)]).toEqual([0, 1]);
  });

  it('never look like a start code', () => {
    const unit = createBitWriter().number(0, 32).number(1, 8).number(0, 16).number(3, 8).unit(0x65);
    expect([...unit]).toEqual([0x65, 0, 0, 3, 0, 0, 3, 1, 0, 0, 3, 3, 0x80]);
  });
});

describe('a black picture', () => {
  // That decoders show it black was seen once with FFmpeg: every sample 16, no error.
  it.each([
    [1280, 720],
    [1920, 1080],
    [640, 360],
  ])('of %d × %d tells its size, takes a few kilobytes, and differs from the one before', (width, height) => {
    const picture = blackPictures({ width, height });
    const [sps, pps] = setsOf(picture(0));
    expect(decoderConfigOf(sps, pps)).toMatchObject({ codedWidth: width, codedHeight: height });
    expect(picture(0).map(typeOf)).toEqual([7, 8, 5]);
    expect(sampleOf(picture(0)).length).toBeLessThan(9_000);
    expect(picture(0)[2]?.equals(picture(1)[2] ?? Buffer.of())).toBe(false);
    expect(picture(0)).toEqual(picture(2));
  });
});
