/**
 * Who the page of a Google Meet shows, for when nothing could be read of what the service tells it. Works on any DOM.
 */
import type { MeetPerson } from './room.ts';
import { selectors } from './selectors.ts';

const mostTiles = 500;
const longest = 256;

/** A device of the meeting; the lobby has tiles that are none. */
const idIn = (tile: Element): string | undefined => {
  const id = tile.getAttribute('data-participant-id') ?? '';
  return id === '' || id.length > longest || id.includes('visual_effects') ? undefined : id;
};

const tilesIn = (page: ParentNode): Element[] => [...page.querySelectorAll(selectors.tile)].slice(0, mostTiles);

const selfIn = (tile: Element): Element | null =>
  tile.matches(selectors.selfName) ? tile : tile.querySelector(selectors.selfName);

const trimmed = (text: string | null | undefined): string => (text ?? '').trim().slice(0, longest);

/** What a page calls whoever looks at it. */
const selfNameIn = (tile: Element): string => trimmed(selfIn(tile)?.getAttribute('data-self-name'));
const labelIn = (tile: Element): string => trimmed(tile.querySelector(selectors.tileName)?.textContent);

/**
 * The tiles of the bot: where it may change its own picture. Otherwise those that are marked, and where several people's are as
 * its own are, it is the one that is called so: pages have written beside each name what they call whoever looks at them.
 */
const ownAmong = (tiles: readonly Element[]): ReadonlySet<Element> => {
  const [own, ...others] = new Set(tiles.filter((tile) => tile.matches(selectors.ownTile)).map(idIn));
  if (own !== undefined && others.length === 0) return new Set(tiles.filter((tile) => idIn(tile) === own));
  const marked = tiles.filter((tile) => idIn(tile) !== undefined && selfIn(tile) !== null);
  const called = marked.filter((tile) => labelIn(tile) === selfNameIn(tile));
  const isOne = new Set(marked.map(idIn)).size < 2;
  return new Set(isOne || called.length === 0 ? marked : called);
};

export const peopleOnPage = (page: ParentNode): MeetPerson[] => {
  const people = new Map<string, MeetPerson>();
  const tiles = tilesIn(page);
  const own = ownAmong(tiles);
  for (const tile of tiles) {
    const id = idIn(tile);
    const isSelf = own.has(tile);
    const name = (isSelf && selfNameIn(tile)) || labelIn(tile);
    if (id === undefined || name === '' || people.has(id)) continue;
    people.set(id, {
      id,
      name,
      isSelf,
      isHost: false,
      hasCamera: tile.querySelector('video[src], video:not([style*="display: none"])') !== null,
      isSharing: false,
    });
  }
  return [...people.values()];
};

/** Whose tiles are marked as heard; not the bot's. */
export const heardOnPage = (page: ParentNode): ReadonlySet<string> => {
  const tiles = tilesIn(page);
  const own = ownAmong(tiles);
  const heard = tiles.filter((tile) => {
    const shown = tile.matches(selectors.level) ? tile : tile.querySelector(selectors.level);
    return Number(shown?.getAttribute('data-audio-level') ?? 0) > 0 && !own.has(tile);
  });
  return new Set(heard.flatMap((tile) => idIn(tile) ?? []));
};

/**
 * Whose tile bears the number of a stream of sound (Meeting-BaaS/meet-teams-bot#309, 2026-08); nobody, of the bot's, and where
 * those of several do.
 */
export const bearingOnPage = (page: ParentNode, stream: string): string | undefined => {
  if (!/^\d+$/.test(stream)) return undefined;
  const bearing = [...page.querySelectorAll(`[data-ssrc="${stream}"]`)].slice(0, mostTiles);
  const ids = new Set(bearing.map((one) => one.closest(selectors.tile)).flatMap((tile) => (tile && idIn(tile)) ?? []));
  const [id] = ids;
  if (id === undefined || ids.size > 1) return undefined;
  return [...ownAmong(tilesIn(page))].some((one) => idIn(one) === id) ? undefined : id;
};
