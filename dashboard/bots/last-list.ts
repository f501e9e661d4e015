/** The list as somebody left it: which bots it showed, and how far they had scrolled. */
import type { BotsSearch } from './search.ts';

let lastSearch: BotsSearch = {};
const scrolledTo = new Map<string, number>();

export const keyOf = (search: BotsSearch): string => JSON.stringify(search);

export const lastList = {
  search: (): BotsSearch => lastSearch,
  isShown: (search: BotsSearch): void => {
    lastSearch = search;
  },
  placeIn: (search: BotsSearch): number => scrolledTo.get(keyOf(search)) ?? 0,
  isScrolled: (search: BotsSearch, top: number): void => void scrolledTo.set(keyOf(search), top),
};
