import { describe, expect, it } from 'vitest';
import {
  createPicture,
  type Plane,
} from '../../../../../../lib/capture/programs/media-worker/views/drawing/picture.ts';
import { createScaler } from '../../../../../../lib/capture/programs/media-worker/views/drawing/scale.ts';

/** A plane that gets brighter to the right and to the bottom. */
const slope = (width: number, height: number): Plane => {
  const [plane] = createPicture(width, height).planes;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      plane.data[plane.offset + row * plane.stride + column] =
        20 + (100 * (column + 0.5)) / width + (100 * (row + 0.5)) / height;
    }
  }
  return plane;
};

const rows = ({ data, offset, stride, width, height }: Plane): number[][] =>
  Array.from({ length: height }, (_, row) => [...data.subarray(offset + row * stride, offset + row * stride + width)]);

describe('a scaled picture', () => {
  it.each([
    [64, 36, 128, 72],
    [64, 36, 104, 58],
    [64, 36, 64, 36],
    [128, 72, 64, 36],
    [128, 72, 90, 50],
    [1280, 720, 20, 12],
    [30, 22, 70, 40],
    [18, 10, 18, 20],
  ])('of %i by %i shows the same at %i by %i', (width, height, toWidth, toHeight) => {
    const source = slope(width, height);
    const expected = rows(slope(toWidth, toHeight)).flat();
    const [target] = createPicture(toWidth, toHeight).planes;
    createScaler(source, target)(source, target);
    const off = rows(target)
      .flat()
      .map((value, at) => Math.abs(value - (expected[at] ?? 0)));
    expect(Math.max(...off)).toBeLessThanOrEqual(4);
  });

  it('leaves everything around its place as it was', () => {
    const source = slope(16, 8);
    const [target] = createPicture(40, 20).planes;
    target.data.fill(7);
    const window: Plane = { ...target, offset: 4 * target.stride + 6, width: 24, height: 12 };
    createScaler(source, window)(source, window);
    const outside = rows(target).flatMap((line, y) => line.filter((_, x) => x < 6 || x >= 30 || y < 4 || y >= 16));
    expect(new Set(outside)).toEqual(new Set([7]));
  });

  it('has the sharp edge of a source of the same size', () => {
    const [source] = createPicture(8, 2).planes;
    source.data.set([0, 0, 0, 0, 255, 255, 255, 255]);
    const [target] = createPicture(8, 2).planes;
    createScaler(source, target)(source, target);
    expect(rows(target)[0]).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
  });
});
