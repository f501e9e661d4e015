/** Gets a frame's picture into memory as I420. */
import { colourOf } from './mask.ts';
import { bytesOf, layoutOf, type Picture, pictureOver } from './picture.ts';
import { turned } from './rotate.ts';

/**
 * How far a picture must be turned clockwise to stand upright; in Chromium since 138, and not in TypeScript's library
 * yet.
 */
type Held = VideoFrame & { readonly rotation?: number };

/** Takes four bytes a pixel; colours are those of every second pixel. */
const fromRgba = (rgba: Uint8Array, picture: Picture): void => {
  const { width } = picture;
  for (const [index, plane] of picture.planes.entries()) {
    const by = index === 0 ? 1 : 2;
    for (let row = 0; row < plane.height; row += 1) {
      for (let column = 0; column < plane.width; column += 1) {
        const from = 4 * (row * by * width + column * by);
        const [red = 0, green = 0, blue = 0] = [rgba[from], rgba[from + 1], rgba[from + 2]];
        plane.data[plane.offset + row * plane.stride + column] = colourOf(red, green, blue)[index] ?? 0;
      }
    }
  }
};

/** Keeps memory from one picture to the next; answers undefined for what holds no picture. Does not close the frame. */
export const createPictureLoader = () => {
  let memory = new Uint8Array(0);
  return async (frame: VideoFrame): Promise<Picture | undefined> => {
    const { visibleRect, rotation = 0 } = frame as Held;
    if (!visibleRect) return undefined;
    const even = (value: number): number => value & ~1;
    const [width, height] = [even(visibleRect.width), even(visibleRect.height)];
    if (width === 0 || height === 0) return undefined;
    if (memory.length !== bytesOf(width, height)) memory = new Uint8Array(bytesOf(width, height));
    const picture = pictureOver(memory, width, height);
    const rect = { x: even(visibleRect.x), y: even(visibleRect.y), width, height };
    if (frame.format === 'I420') {
      await frame.copyTo(memory, { rect, layout: [...layoutOf(width, height)] });
      return turned(picture, rotation);
    }
    // Decoders in software give I420; whatever else there is may take its time.
    const rgba = new Uint8Array(width * height * 4);
    await frame.copyTo(rgba, { rect, format: 'RGBA', layout: [{ offset: 0, stride: width * 4 }] });
    fromRgba(rgba, picture);
    return turned(picture, rotation);
  };
};
