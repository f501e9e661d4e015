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

const nameIn = (tile: Element): string =>
  (selfIn(tile)?.getAttribute('data-self-name') || tile.querySelector(selectors.tileName)?.textContent || '')
    .trim()
    .slice(0, longest);

export const peopleOnPage = (page: ParentNode): MeetPerson[] => {
  const people = new Map<string, MeetPerson>();
  for (const tile of tilesIn(page)) {
    const id = idIn(tile);
    const name = nameIn(tile);
    if (id === undefined || name === '' || people.has(id)) continue;
    people.set(id, {
      id,
      name,
      isSelf: selfIn(tile) !== null,
      isHost: false,
      hasCamera: tile.querySelector('video[src], video:not([style*="display: none"])') !== null,
      isSharing: false,
    });
  }
  return [...people.values()];
};

/** The only one whose tile is heard; nobody, where several are. */
export const heardOnPage = (page: ParentNode): string | undefined => {
  const heard = tilesIn(page).filter((tile) => {
    const level = Number(tile.querySelector(selectors.level)?.getAttribute('data-audio-level') ?? 0);
    return level > 0 && selfIn(tile) === null;
  });
  const ids = new Set(heard.flatMap((tile) => idIn(tile) ?? []));
  return ids.size === 1 ? [...ids][0] : undefined;
};
