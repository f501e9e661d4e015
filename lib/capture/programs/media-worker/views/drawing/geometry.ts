/** Where rectangles go. Everything is even, as colours have half the resolution of brightness. Pure. */
import type { Rect } from './picture.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const widescreen = 16 / 9;

export const even = (value: number): number => 2 * Math.floor(value / 2);

// Nobody sees that a picture is stretched by a hundredth, but everybody sees a line of the background at its edge.
const unseen = 0.015;

/** The largest rectangle of a shape that fits in another, in its middle. */
export const containedIn = (rect: Rect, shape: Size): Rect => {
  const across = rect.width / shape.width;
  const down = rect.height / shape.height;
  if (Math.abs(across / down - 1) < unseen) return rect;
  const scale = Math.min(across, down);
  const width = Math.max(2, even(shape.width * scale));
  const height = Math.max(2, even(shape.height * scale));
  return { x: rect.x + even((rect.width - width) / 2), y: rect.y + even((rect.height - height) / 2), width, height };
};

/** The space between tiles and around them. */
export const gapOf = ({ width }: Size): number => even(width / 160);

/** Equal tiles of 16:9, as large as they can be, in rows; the last row is in the middle. One alone fills everything. */
export const gridOf = (count: number, size: Size): Rect[] => {
  if (count === 1) return [{ x: 0, y: 0, ...size }];
  const gap = gapOf(size);
  const widthWith = (columns: number): number => {
    const rows = Math.ceil(count / columns);
    const wide = (size.width - gap * (columns + 1)) / columns;
    const high = (size.height - gap * (rows + 1)) / rows;
    return Math.min(wide, high * widescreen);
  };
  const candidates = Array.from({ length: count }, (_, index) => index + 1);
  const columns = candidates.reduce((best, one) => (widthWith(one) > widthWith(best) ? one : best), 1);
  const rows = Math.ceil(count / columns);
  const width = even(widthWith(columns));
  const height = even(width / widescreen);
  const top = even((size.height - rows * height - (rows - 1) * gap) / 2);
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const left = even((size.width - inRow * width - (inRow - 1) * gap) / 2);
    return { x: left + (index % columns) * (width + gap), y: top + row * (height + gap), width, height };
  });
};

/** The largest tile of 16:9 in a rectangle, in its middle. */
const wideIn = ({ x, y, width, height }: Rect): Rect => {
  const wide = even(Math.min(width, height * widescreen));
  const high = even(wide / widescreen);
  return { x: x + even((width - wide) / 2), y: y + even((height - high) / 2), width: wide, height: high };
};

/** A large tile with a column of small ones at its right. */
export const stageOf = (small: number, size: Size): { readonly large: Rect; readonly column: readonly Rect[] } => {
  const gap = gapOf(size);
  const width = even(size.width * 0.175);
  const height = even(width / widescreen);
  const area = { x: gap, y: gap, width: even(size.width - width - 3 * gap), height: even(size.height - 2 * gap) };
  const large = wideIn(area);
  const column = small * height + (small - 1) * gap;
  // Few small tiles begin where the large one does, so that nobody moves when one more comes.
  const top = column <= large.height ? large.y : even((size.height - column) / 2);
  const x = large.x + large.width + gap;
  const rects = Array.from({ length: small }, (_, index) => ({ x, y: top + index * (height + gap), width, height }));
  return { large, column: rects };
};
