/** Who is shown where. Pure. */

import type { RecordingSettings } from '../../../../../domain/bot/settings.ts';
import type { Person } from '../../../protocol/people.ts';
import { gridOf, type Size, stageOf } from '../drawing/geometry.ts';
import type { Rect } from '../drawing/picture.ts';

export interface Scene {
  readonly view: RecordingSettings['view'];
  readonly size: Size;
  /** In the order in which they came. */
  readonly people: readonly Person[];
  /** Who spoke, the last one first. */
  readonly recent: readonly string[];
  /** Whom to show large. */
  readonly speaker: string | undefined;
  /** Whose screen to show. */
  readonly sharer: string | undefined;
  /** Who sat where in the layout before. */
  readonly seats: readonly string[];
}

export interface Tile {
  readonly participant_id: string;
  readonly shows: 'camera' | 'screen';
  readonly rect: Rect;
  /** One tile may be the main one: its pictures set the pace. */
  readonly is_main: boolean;
}

export interface Layout {
  readonly tiles: readonly Tile[];
  /** Stands for those who have no tile. */
  readonly more: { readonly rect: Rect; readonly count: number } | undefined;
  /** Who sits where among equal tiles, for the next layout. */
  readonly seats: readonly string[];
}

const mostSmall = 5;
const mostEqual = 16;

/**
 * Who gets the equal tiles, given everybody in the order of their claim. Whoever has a seat and is still among the first
 * keeps it; newcomers take the seats of those who lose theirs.
 */
const seated = (before: readonly string[], claims: readonly string[], places: number): string[] => {
  const first = new Set(claims.slice(0, places));
  const keeping = new Set(before.filter((id) => first.has(id)));
  const newcomers = [...first].filter((id) => !keeping.has(id));
  const seats = before.flatMap((id) => (keeping.has(id) ? id : (newcomers.shift() ?? [])));
  return [...seats, ...newcomers];
};

/** Everybody, those who spoke of late first, then in the order in which they came. */
const byClaim = ({ people, recent }: Scene): string[] => {
  const here = new Set(people.map(({ participant_id }) => participant_id));
  return [...new Set([...recent.filter((id) => here.has(id)), ...here])];
};

interface Seating extends Pick<Layout, 'seats'> {
  readonly left_out: number;
}

const seating = (scene: Scene, claims: readonly string[], most: number): Seating => {
  const places = claims.length > most ? most - 1 : most;
  const seats = seated(scene.seats, claims, places);
  return { seats, left_out: claims.length - seats.length };
};

const equalTiles = ({ seats, left_out }: Seating, rects: readonly Rect[]): Layout => {
  const tiles = seats.flatMap((participant_id, index): Tile[] => {
    const rect = rects[index];
    return rect ? [{ participant_id, shows: 'camera', rect, is_main: false }] : [];
  });
  const last = rects[seats.length];
  return { tiles, more: last && { rect: last, count: left_out }, seats };
};

const alone = (size: Size, main: Omit<Tile, 'rect' | 'is_main'>, seats: readonly string[]): Layout => ({
  tiles: [{ ...main, rect: { x: 0, y: 0, ...size }, is_main: true }],
  more: undefined,
  seats,
});

const staged = (scene: Scene, main: Omit<Tile, 'rect' | 'is_main'>, others: readonly string[]): Layout => {
  const seats = seating(scene, others, mostSmall);
  const { large, column } = stageOf(seats.seats.length + (seats.left_out > 0 ? 1 : 0), scene.size);
  const small = equalTiles(seats, column);
  return { ...small, tiles: [{ ...main, rect: large, is_main: true }, ...small.tiles] };
};

/**
 * What to show. A shared screen is always large. People keep their places: who speaks changes who is large, and who is
 * seen at all when there are too many, but not the order of the others.
 */
export const layOut = (scene: Scene): Layout => {
  const { view, size, sharer, speaker, seats } = scene;
  const claims = byClaim(scene);
  if (sharer !== undefined) {
    const main = { participant_id: sharer, shows: 'screen' } as const;
    return view === 'speaker_view_no_sidebar' ? alone(size, main, seats) : staged(scene, main, claims);
  }
  if (view === 'gallery_view') {
    const all = seating(scene, claims, mostEqual);
    return equalTiles(all, gridOf(all.seats.length + (all.left_out > 0 ? 1 : 0), size));
  }
  const large = speaker !== undefined && claims.includes(speaker) ? speaker : claims[0];
  if (large === undefined) return { tiles: [], more: undefined, seats: [] };
  const main = { participant_id: large, shows: 'camera' } as const;
  const others = claims.filter((id) => id !== large);
  return view === 'speaker_view_no_sidebar' || others.length === 0
    ? alone(size, main, seats)
    : staged(scene, main, others);
};
