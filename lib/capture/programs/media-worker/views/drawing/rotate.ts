/** Sets pictures upright: phones send what their camera sees, and say how it was held. Pure. */
import { createPicture, type Picture, type Plane } from './picture.ts';

/** Copies a plane turned clockwise by a quarter, a half or three quarters of a turn. */
const turn = (from: Plane, to: Plane, quarters: number): void => {
  // Where in the source the first place of the target is, and how far it is to the next in a line and to the next line.
  const last = { row: from.height - 1, column: from.width - 1 };
  const [start, across, down] = [
    [0, 1, from.stride],
    [last.row * from.stride, -from.stride, 1],
    [last.row * from.stride + last.column, -1, -from.stride],
    [last.column, from.stride, -1],
  ][quarters] ?? [0, 1, from.stride];
  for (let row = 0; row < to.height; row += 1) {
    let at = from.offset + (start as number) + row * (down as number);
    const begin = to.offset + row * to.stride;
    for (let place = begin; place < begin + to.width; place += 1, at += across as number) {
      to.data[place] = from.data[at] as number;
    }
  }
};

/** The picture turned clockwise by degrees, which are a multiple of 90. */
export const turned = (picture: Picture, degrees: number): Picture => {
  const quarters = (((degrees / 90) % 4) + 4) % 4;
  if (quarters === 0) return picture;
  const { width, height } = picture;
  const upright = quarters % 2 === 0 ? createPicture(width, height) : createPicture(height, width);
  for (const [index, plane] of picture.planes.entries()) turn(plane, upright.planes[index] ?? plane, quarters);
  return upright;
};
