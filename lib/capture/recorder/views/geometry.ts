/** Where rectangles go. Everything is even, as colours have half the resolution of brightness. Pure. */
import type { Rect } from './picture.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

const widescreen = 16 / 9;

export const even = (value: number): number => 2 * Math.floor(value / 2);

/** The largest rectangle of a shape that fits in another, in its middle. */
export const containedIn = (rect: Rect, shape: Size): Rect => {
  const scale = Math.min(rect.width / shape.width, rect.height / shape.height);
  // A pixel more or less must not leave a line of the background at an edge.
  const close = (value: number, whole: number): number => (whole - value < 2 ? whole : Math.max(2, even(value)));
  const width = close(shape.width * scale, rect.width);
  const height = close(shape.height * scale, rect.height);
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

/** A large tile with a column of small ones at its right. */
export const stageOf = (small: number, size: Size): { readonly large: Rect; readonly column: readonly Rect[] } => {
  const gap = gapOf(size);
  const width = even(size.width * 0.175);
  const height = even(width / widescreen);
  const area = { x: gap, y: gap, width: even(size.width - width - 3 * gap), height: even(size.height - 2 * gap) };
  const large = containedIn(area, { width: 16, height: 9 });
  const column = small * height + (small - 1) * gap;
  // Few small tiles begin where the large one does, so that nobody moves when one more comes.
  const top = column <= large.height ? large.y : even((size.height - column) / 2);
  const x = large.x + large.width + gap;
  const rects = Array.from({ length: small }, (_, index) => ({ x, y: top + index * (height + gap), width, height }));
  return { large, column: rects };
};
