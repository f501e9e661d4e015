/** Pictures as cameras and encoders have them: I420, a plane of brightness and two of colour at half its size. Pure. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One plane in a buffer that may hold more. */
export interface Plane {
  readonly data: Uint8Array;
  readonly offset: number;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** The planes Y, U and V. Width and height are even. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly [Plane, Plane, Plane];
}

/** How a `VideoFrame` lays out a plane when it is copied. */
export interface PlaneLayout {
  readonly offset: number;
  readonly stride: number;
}

/** How pictures of a size lie in memory here: the lines of each plane begin at multiples of four, as scaling needs it. */
export const layoutOf = (width: number, height: number): readonly PlaneLayout[] => {
  const stride = (width + 7) & ~7;
  const half = stride / 2;
  return [
    { offset: 0, stride },
    { offset: stride * height, stride: half },
    { offset: stride * height + half * (height / 2), stride: half },
  ];
};

/** The memory that a picture of a size needs. */
export const bytesOf = (width: number, height: number): number => ((width + 7) & ~7) * height * 1.5;

/** A picture over memory that begins with it. */
export const pictureOver = (data: Uint8Array, width: number, height: number): Picture => {
  const layout = layoutOf(width, height);
  const plane = (index: number, by: number): Plane => ({
    data,
    offset: layout[index]?.offset ?? 0,
    stride: layout[index]?.stride ?? 0,
    width: width / by,
    height: height / by,
  });
  return { width, height, planes: [plane(0, 1), plane(1, 2), plane(2, 2)] };
};

export const createPicture = (width: number, height: number): Picture =>
  pictureOver(new Uint8Array(bytesOf(width, height)), width, height);

/** The part of a plane that a rectangle of the picture covers; its coordinates are even. */
export const partOf = (plane: Plane, { x, y, width, height }: Rect, by: number): Plane => ({
  data: plane.data,
  offset: plane.offset + (y / by) * plane.stride + x / by,
  stride: plane.stride,
  width: width / by,
  height: height / by,
});

export const copyPlane = (from: Plane, to: Plane): void => {
  for (let row = 0; row < to.height; row += 1) {
    const start = from.offset + row * from.stride;
    to.data.set(from.data.subarray(start, start + to.width), to.offset + row * to.stride);
  }
};

/** The brightness and the two colours of a plain surface. */
export type Colour = readonly [y: number, u: number, v: number];

const by = [1, 2, 2] as const;

/** The same rectangle in each plane of a picture. */
export const windowOf = (picture: Picture, rect: Rect): readonly [Plane, Plane, Plane] => [
  partOf(picture.planes[0], rect, by[0]),
  partOf(picture.planes[1], rect, by[1]),
  partOf(picture.planes[2], rect, by[2]),
];

export const fill = (picture: Picture, rect: Rect, colour: Colour): void => {
  for (const [index, plane] of windowOf(picture, rect).entries()) {
    for (let row = 0; row < plane.height; row += 1) {
      const start = plane.offset + row * plane.stride;
      plane.data.fill(colour[index] ?? 0, start, start + plane.width);
    }
  }
};
