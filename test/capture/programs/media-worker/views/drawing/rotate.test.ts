import { describe, expect, it } from 'vitest';
import {
  createPicture,
  type Picture,
} from '../../../../../../lib/capture/programs/media-worker/views/drawing/picture.ts';
import { turned } from '../../../../../../lib/capture/programs/media-worker/views/drawing/rotate.ts';

/** A picture with the given lines of brightness and one colour for each four of them. */
const aPicture = (lines: readonly string[]): Picture => {
  const picture = createPicture(lines[0]?.length ?? 0, lines.length);
  const [plane] = picture.planes;
  for (const [row, line] of lines.entries()) plane.data.set(Buffer.from(line), plane.offset + row * plane.stride);
  return picture;
};

const linesOf = ({ planes: [{ data, offset, stride, width, height }] }: Picture): string[] =>
  Array.from({ length: height }, (_, row) =>
    Buffer.from(data.subarray(offset + row * stride, offset + row * stride + width)).toString(),
  );

describe('a picture of somebody who holds the camera askew', () => {
  const lying = aPicture(['abcd', 'efgh']);
  it.each([
    [0, ['abcd', 'efgh']],
    [90, ['ea', 'fb', 'gc', 'hd']],
    [180, ['hgfe', 'dcba']],
    [270, ['dh', 'cg', 'bf', 'ae']],
  ])('is turned by %i degrees', (degrees, lines) => {
    const upright = turned(lying, degrees);
    expect(linesOf(upright)).toEqual(lines);
    expect(upright.planes[1].width).toBe(upright.width / 2);
  });
});
