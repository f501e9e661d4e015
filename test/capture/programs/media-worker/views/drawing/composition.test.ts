import { describe, expect, it } from 'vitest';
import {
  createComposition,
  type PlacedTile,
} from '../../../../../../lib/capture/programs/media-worker/views/drawing/composition.ts';
import { type Mask, maskOf } from '../../../../../../lib/capture/programs/media-worker/views/drawing/mask.ts';
import {
  type Colour,
  createPicture,
  fill,
  type Picture,
  type Rect,
} from '../../../../../../lib/capture/programs/media-worker/views/drawing/picture.ts';

const size = { width: 320, height: 180 };

const plain = (width: number, height: number, colour: Colour): Picture => {
  const picture = createPicture(width, height);
  fill(picture, { x: 0, y: 0, width, height }, colour);
  return picture;
};

const colourAt = ({ planes }: Picture, x: number, y: number): number[] =>
  planes.map(({ data, offset, stride }, index) => {
    const by = index === 0 ? 1 : 2;
    return data[offset + Math.floor(y / by) * stride + Math.floor(x / by)] ?? -1;
  });

/** The brightness of everything outside of a rectangle. */
const around = ({ planes: [plane] }: Picture, { x, y, width, height }: Rect): number[] =>
  [...plane.data.subarray(0, plane.stride * plane.height)].filter((_, at) => {
    const [column, row] = [at % plane.stride, Math.floor(at / plane.stride)];
    return column < x || column >= x + width || row < y || row >= y + height;
  });

const white: Colour = [235, 128, 128];
const red: Colour = [80, 90, 240];
const grey: Colour = [60, 128, 128];

/** A white label of one opacity. */
const aLabel = (width: number, height: number, opacity: number): Mask =>
  maskOf(
    new Uint8ClampedArray(width * height * 4).map((_, at) => (at % 4 === 3 ? opacity : 255)),
    width,
    height,
  );

const aTile = (changes: Partial<PlacedTile> = {}): PlacedTile => ({
  key: 'ada',
  rect: { x: 20, y: 10, width: 160, height: 90 },
  surface: grey,
  emblem: undefined,
  label: undefined,
  ...changes,
});

describe('a composed picture', () => {
  it('looks the same before anybody has come as once everybody has left', () => {
    const composition = createComposition(size);
    const before = composition.picture.planes.map(({ data }) => [...new Set(data)]);
    const corners = [colourAt(composition.picture, 0, 0), colourAt(composition.picture, 319, 179)];
    composition.arrange([aTile()]);
    composition.arrange([]);
    expect(corners).toEqual([colourAt(composition.picture, 0, 0), colourAt(composition.picture, 319, 179)]);
    expect(composition.picture.planes.map(({ data }) => [...new Set(data)])).toEqual(before);
  });

  it('shows a picture in its tile and leaves the rest as it was', () => {
    const composition = createComposition(size);
    composition.arrange([aTile()]);
    const before = around(composition.picture, aTile().rect);
    composition.draw('ada', plain(64, 36, red));
    expect(colourAt(composition.picture, 100, 50)).toEqual([...red]);
    expect(colourAt(composition.picture, 20, 10)).toEqual([...red]);
    expect(around(composition.picture, aTile().rect)).toEqual(before);
  });

  it('shows a whole picture of another shape, with dark bars, and follows when the shape changes', () => {
    const composition = createComposition(size);
    composition.arrange([aTile()]);
    composition.draw('ada', plain(40, 80, red));
    expect(colourAt(composition.picture, 100, 50)).toEqual([...red]);
    expect(colourAt(composition.picture, 30, 50)[0]).toBeLessThan(30);
    composition.draw('ada', plain(160, 40, white));
    expect(colourAt(composition.picture, 30, 50)).toEqual([...white]);
    expect(colourAt(composition.picture, 100, 12)[0]).toBeLessThan(30);
  });

  it('lays the label over each picture once, wherever the bars are', () => {
    const composition = createComposition(size);
    const tile = aTile({ label: aLabel(40, 12, 128) });
    composition.arrange([tile]);
    const dark = plain(40, 80, [20, 128, 128]);
    composition.draw('ada', dark);
    const once = composition.picture.planes[0].data.slice();
    composition.draw('ada', dark);
    expect(composition.picture.planes[0].data).toEqual(once);
    expect(colourAt(composition.picture, 22, 98)[0]).toBeGreaterThan(110);
  });

  it('shows an emblem in the middle while there is no picture, and again when it is gone', () => {
    const composition = createComposition(size);
    composition.arrange([aTile({ emblem: aLabel(20, 20, 255) })]);
    const blank = composition.picture.planes.map(({ data }) => data.slice());
    expect(colourAt(composition.picture, 100, 54)).toEqual([...white]);
    expect(colourAt(composition.picture, 30, 20)).toEqual([...grey]);
    composition.draw('ada', plain(64, 36, red));
    composition.clear('ada');
    expect(composition.picture.planes.map(({ data }) => data)).toEqual(blank);
  });

  it('has a line around who speaks, outside of their tile', () => {
    const composition = createComposition({ width: 640, height: 360 });
    composition.arrange([aTile()]);
    const without = composition.picture.planes.map(({ data }) => data.slice());
    composition.outline('ada', true);
    expect(colourAt(composition.picture, 19, 50)[0]).toBeGreaterThan(120);
    expect(colourAt(composition.picture, 20, 50)).toEqual([...grey]);
    composition.outline('ada', false);
    expect(composition.picture.planes.map(({ data }) => data)).toEqual(without);
  });

  it('takes no notice of pictures for tiles that are not there any more', () => {
    const composition = createComposition(size);
    composition.arrange([aTile()]);
    const before = composition.picture.planes[0].data.slice();
    composition.draw('ben', plain(64, 36, red));
    expect(composition.picture.planes[0].data).toEqual(before);
  });
});
