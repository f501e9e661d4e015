/**
 * Who the page of a Google Meet shows, for when nothing could be read of what the service tells it. Works on any DOM.
 */

import { longestName, shortText } from '../../page/short-text.ts';
import { selectors } from '../selectors.ts';
import type { MeetPerson } from './room.ts';

const mostTiles = 500;

/** A device of the meeting; the lobby has tiles that are none. */
const idIn = (tile: Element): string | undefined => {
  const id = tile.getAttribute('data-participant-id') ?? '';
  return id === '' || id.length > longestName || id.includes('visual_effects') ? undefined : id;
};

/** A screen has a tile of its own beside that of whoever shares it, and by the same device (two public readers, 2026-09). */
const isScreen = (tile: Element): boolean => ![null, idIn(tile)].includes(tile.getAttribute('data-tile-media-id'));

/** Those of screens come last. */
const tilesIn = (page: ParentNode): Element[] =>
  [...page.querySelectorAll(selectors.tile)]
    .slice(0, mostTiles)
    .toSorted((one, other) => Number(isScreen(one)) - Number(isScreen(other)));

const selfIn = (tile: Element): Element | null =>
  tile.matches(selectors.selfName) ? tile : tile.querySelector(selectors.selfName);

const trimmed = (text: string | null | undefined): string => shortText((text ?? '').trim());

/** What a page calls whoever looks at it. */
const selfNameIn = (tile: Element): string => trimmed(selfIn(tile)?.getAttribute('data-self-name'));
const labelIn = (tile: Element): string => trimmed(tile.querySelector(selectors.tileName)?.textContent);

const idsOf = (tiles: readonly Element[]): ReadonlySet<string> => new Set(tiles.flatMap((tile) => idIn(tile) ?? []));

/**
 * The tiles of the bot's device: where it may change its own picture. Otherwise those that are marked, and where several people's
 * are as its own are, it is the one that is called so: pages have written beside each name what they call whoever looks at them.
 */
const markedAmong = (tiles: readonly Element[]): readonly Element[] => {
  const changing = tiles.filter((tile) => tile.matches(selectors.ownTile));
  if (idsOf(changing).size === 1) return changing;
  const marked = tiles.filter((tile) => idIn(tile) !== undefined && selfIn(tile) !== null);
  const called = marked.filter((tile) => labelIn(tile) === selfNameIn(tile));
  return idsOf(marked).size < 2 || called.length === 0 ? marked : called;
};

const ownScreen = 'Your presentation';
const saysOwnScreen = (tile: Element): boolean =>
  [...tile.querySelectorAll('*')].some(
    ({ children, textContent }) => children.length === 0 && textContent === ownScreen,
  );

/** A screen may also have a device of its own. The page calls that of the bot so, beside the name or below it. */
const isOwnScreen = (tile: Element, names: ReadonlySet<string>): boolean => {
  const label = labelIn(tile);
  const [, name] = /^(.+) \(You, presenting\)$/.exec(label) ?? [];
  return name === undefined ? names.has(label) && saysOwnScreen(tile) : names.has(name);
};

interface OwnDevices {
  readonly bot: ReadonlySet<string>;
  /** Which may be the bot's own. */
  readonly screens: ReadonlySet<string>;
}

const ownAmong = (tiles: readonly Element[]): OwnDevices => {
  const marked = markedAmong(tiles);
  const names = new Set(marked.map(labelIn).filter((name) => name !== ''));
  return { bot: idsOf(marked), screens: idsOf(tiles.filter((tile) => isOwnScreen(tile, names))) };
};

/** Whose tiles are shown, those of screens among them. */
export const devicesOnPage = (page: ParentNode): ReadonlySet<string> => idsOf(tilesIn(page));

export const peopleOnPage = (page: ParentNode): MeetPerson[] => {
  const people = new Map<string, MeetPerson>();
  const tiles = tilesIn(page);
  const own = ownAmong(tiles);
  for (const tile of tiles) {
    const id = idIn(tile);
    const isSelf = id !== undefined && own.bot.has(id);
    const name = (isSelf && selfNameIn(tile)) || labelIn(tile);
    if (id === undefined || name === '' || people.has(id) || (own.screens.has(id) && !isSelf)) continue;
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

/**
 * Whose tiles are marked as heard; not the bot's. By a level, or by a meter that does not say that it is silent, where one has
 * said so before: the class that says it may be another in a later client.
 */
export const createHeardOnPage = (page: ParentNode): (() => ReadonlySet<string>) => {
  let saysSilence = false;
  // What is hidden is the meter of somebody who is muted.
  const isLoud = (meter: Element): boolean =>
    saysSilence && !meter.matches(selectors.silent) && meter.checkVisibility?.() !== false;
  const isHeard = (tile: Element): boolean => {
    const shown = tile.matches(selectors.level) ? tile : tile.querySelector(selectors.level);
    const level = Number(shown?.getAttribute('data-audio-level') ?? 0);
    return level > 0 || [...tile.querySelectorAll(selectors.meter)].some(isLoud);
  };
  return () => {
    const tiles = tilesIn(page);
    const own = ownAmong(tiles);
    saysSilence ||= tiles.some((tile) => tile.querySelector(`${selectors.meter}${selectors.silent}`) !== null);
    return new Set([...idsOf(tiles.filter(isHeard))].filter((id) => !own.bot.has(id) && !own.screens.has(id)));
  };
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
  const own = ownAmong(tilesIn(page));
  return own.bot.has(id) || own.screens.has(id) ? undefined : id;
};
