/** What a layout comes to: tiles with names, and whose pictures go into them. Pure. */
import type { Person, PictureTrack } from '../../../protocol/people.ts';
import type { Size } from '../drawing/geometry.ts';
import { initialsOf } from '../drawing/names.ts';
import type { Rect } from '../drawing/picture.ts';
import type { Layout } from './layout.ts';

export interface ArrangedTile {
  readonly key: string;
  readonly participant_id: string | undefined;
  readonly rect: Rect;
  readonly is_main: boolean;
  /** Where its pictures come from, if it has any. */
  readonly track: string | undefined;
  readonly label: { readonly text: string; readonly font_px: number; readonly room: number } | undefined;
  readonly emblem: { readonly text: string; readonly font_px: number };
}

export type Arrangement = readonly ArrangedTile[];

/** Letters are legible in the smallest tile and not loud in the largest. */
const labelSize = (rect: Rect, size: Size): number =>
  Math.round(Math.min(size.height / 32, Math.max(size.height / 52, rect.height / 18)));

export const arrange = (
  { tiles, more }: Layout,
  people: readonly Person[],
  tracks: readonly PictureTrack[],
  size: Size,
): Arrangement => {
  const byId = new Map(people.map((person) => [person.participant_id, person]));
  const shown = tiles.flatMap(({ participant_id, shows, rect, is_main }): ArrangedTile[] => {
    const person = byId.get(participant_id);
    if (!person) return [];
    const track = tracks.find((track) => track.participant_id === participant_id && track.kind === shows)?.track;
    const text = shows === 'screen' ? `${person.name} (screen)` : person.name;
    // Every corner of a shared screen may matter: whose it is stands there only until it is seen.
    const isBare = text.trim() === '' || (shows === 'screen' && track !== undefined);
    return [
      {
        key: `${shows} ${participant_id}`,
        participant_id,
        rect,
        is_main,
        track: shows === 'screen' || person.has_camera ? track : undefined,
        label: isBare ? undefined : { text, font_px: labelSize(rect, size), room: rect.width },
        emblem: { text: initialsOf(person.name), font_px: Math.round(rect.height / 4) },
      },
    ];
  });
  if (!more) return shown;
  const { rect, count } = more;
  const rest: ArrangedTile = {
    key: 'more',
    participant_id: undefined,
    rect,
    is_main: false,
    track: undefined,
    label: undefined,
    emblem: { text: `+${count}`, font_px: Math.round(rect.height / 4) },
  };
  return [...shown, rest];
};
