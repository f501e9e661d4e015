/** Things that are drawn once and laid over pictures many times: names, initials. Pure. */
import type { Colour, Picture } from './picture.ts';

interface MaskPlane {
  readonly colour: Uint8Array;
  /** 0 to 256. */
  readonly cover: Uint16Array;
}

/** Width and height are even. */
export interface Mask {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly [MaskPlane, MaskPlane, MaskPlane];
}

/** A colour of a screen as cameras tell it (BT.601, limited range). */
export const colourOf = (red: number, green: number, blue: number): Colour => [
  Math.round(16 + 0.257 * red + 0.504 * green + 0.098 * blue),
  Math.round(128 - 0.148 * red - 0.291 * green + 0.439 * blue),
  Math.round(128 + 0.439 * red - 0.368 * green - 0.071 * blue),
];

/** Makes a mask of what a canvas holds: four bytes for each pixel, not multiplied by their opacity. */
export const maskOf = (rgba: Uint8ClampedArray, width: number, height: number): Mask => {
  const plane = (index: 0 | 1 | 2, by: number): MaskPlane => {
    const colour = new Uint8Array((width / by) * (height / by));
    const cover = new Uint16Array(colour.length);
    for (let at = 0; at < colour.length; at += 1) {
      const left = (at % (width / by)) * by;
      const top = Math.floor(at / (width / by)) * by;
      let opacity = 0;
      let weighted = 0;
      for (let part = 0; part < by * by; part += 1) {
        const from = 4 * ((top + Math.floor(part / by)) * width + left + (part % by));
        const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(from, from + 4);
        opacity += alpha;
        weighted += alpha * colourOf(red, green, blue)[index];
      }
      colour[at] = opacity === 0 ? 0 : Math.round(weighted / opacity);
      cover[at] = Math.round((opacity * 256) / (255 * by * by));
    }
    return { colour, cover };
  };
  return { width, height, planes: [plane(0, 1), plane(1, 2), plane(2, 2)] };
};

/** Lays a mask over a picture at an even place; what lies outside of the picture is left out. */
export const lay = (mask: Mask, picture: Picture, x: number, y: number): void => {
  for (const [index, plane] of picture.planes.entries()) {
    const by = index === 0 ? 1 : 2;
    const over = mask.planes[index];
    const width = Math.min(mask.width / by, plane.width - x / by);
    const height = Math.min(mask.height / by, plane.height - y / by);
    for (let row = 0; over && row < height; row += 1) {
      let to = plane.offset + (y / by + row) * plane.stride + x / by;
      let from = row * (mask.width / by);
      for (const end = to + width; to < end; to += 1, from += 1) {
        const below = plane.data[to] as number;
        plane.data[to] = below + ((((over.colour[from] as number) - below) * (over.cover[from] as number) + 128) >> 8);
      }
    }
  }
};
