/**
 * One picture made of many: tiles on a plain surface, of which only those are drawn again whose picture changed. Pure.
 */
import { containedIn, even, gapOf, type Size } from './geometry.ts';
import { colourOf, lay, type Mask } from './mask.ts';
import { type Colour, createPicture, fill, type Picture, type Rect, windowOf } from './picture.ts';
import { createScaler, type Scaler } from './scale.ts';

/** A tile with everything that is drawn in it but the picture. */
export interface PlacedTile {
  readonly key: string;
  readonly rect: Rect;
  /** What the tile looks like without a picture: plain, with something in its middle. */
  readonly surface: Colour;
  readonly emblem: Mask | undefined;
  /** Lies over the picture's lower left corner. */
  readonly label: Mask | undefined;
}

const background = colourOf(24, 26, 31);
const letterbox = colourOf(12, 13, 16);
const highlight = colourOf(88, 166, 255);

interface Shown {
  readonly tile: PlacedTile;
  /** The size of the picture that is shown, and how it is scaled to its place. */
  source: Size | undefined;
  place: Rect;
  scalers: readonly Scaler[];
}

const inside = (one: Rect, other: Rect): boolean =>
  one.x >= other.x &&
  one.y >= other.y &&
  one.x + one.width <= other.x + other.width &&
  one.y + one.height <= other.y + other.height;

const middleOf = ({ x, y, width, height }: Rect, mask: Mask): [x: number, y: number] => [
  x + even((width - mask.width) / 2),
  y + even((height - mask.height) / 2),
];

export const createComposition = (size: Size) => {
  const picture: Picture = createPicture(size.width, size.height);
  const whole: Rect = { x: 0, y: 0, ...size };
  // Before anybody is there, too: a picture of nothing but zeros is green.
  fill(picture, whole, background);
  const outline = even(gapOf(size) / 2);
  let shown = new Map<string, Shown>();

  const label = ({ rect, label }: PlacedTile): (Rect & { readonly mask: Mask }) | undefined => {
    if (!label) return undefined;
    const { width, height } = label;
    return { x: rect.x, y: rect.y + rect.height - height, width, height, mask: label };
  };

  const layLabel = (tile: PlacedTile): void => {
    const at = label(tile);
    if (at) lay(at.mask, picture, at.x, at.y);
  };

  const blank = (tile: PlacedTile): void => {
    fill(picture, tile.rect, tile.surface);
    if (tile.emblem) lay(tile.emblem, picture, ...middleOf(tile.rect, tile.emblem));
    layLabel(tile);
  };

  const prepare = (state: Shown, source: Picture): void => {
    const { rect } = state.tile;
    state.source = { width: source.width, height: source.height };
    state.place = containedIn(rect, source);
    const target = windowOf(picture, state.place);
    state.scalers = source.planes.map((plane, index) => createScaler(plane, target[index] ?? plane));
    fill(picture, rect, letterbox);
  };

  return {
    /** The whole, as it stands now. */
    picture,
    /** Begins anew with these tiles, none of which has a picture yet. */
    arrange(tiles: readonly PlacedTile[]): void {
      fill(picture, whole, background);
      for (const tile of tiles) blank(tile);
      shown = new Map(
        tiles.map((tile) => [tile.key, { tile, source: undefined, place: tile.rect, scalers: [] } satisfies Shown]),
      );
    },
    /** Shows a picture in a tile. Pictures may change their size from one to the next. */
    draw(key: string, source: Picture): void {
      const state = shown.get(key);
      if (!state) return;
      if (state.source?.width !== source.width || state.source.height !== source.height) prepare(state, source);
      const at = label(state.tile);
      if (at && !inside(at, state.place)) fill(picture, at, letterbox);
      const target = windowOf(picture, state.place);
      for (const [index, plane] of source.planes.entries()) {
        const into = target[index];
        if (into) state.scalers[index]?.(plane, into);
      }
      layLabel(state.tile);
    },
    /** Shows the tile without a picture. */
    clear(key: string): void {
      const state = shown.get(key);
      if (!state?.source) return;
      state.source = undefined;
      blank(state.tile);
    },
    /** Draws a line around a tile, in the space between tiles, or takes it away. */
    outline(key: string, on: boolean): void {
      const rect = shown.get(key)?.tile.rect;
      if (!rect || rect.width === size.width) return;
      const { x, y, width, height } = rect;
      const colour = on ? highlight : background;
      const long = width + 2 * outline;
      fill(picture, { x: x - outline, y: y - outline, width: long, height: outline }, colour);
      fill(picture, { x: x - outline, y: y + height, width: long, height: outline }, colour);
      fill(picture, { x: x - outline, y, width: outline, height }, colour);
      fill(picture, { x: x + width, y, width: outline, height }, colour);
    },
  };
};
