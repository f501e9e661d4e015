/** Where a page is: its host, with a port that is none of the usual ones, and its path, in whatever case. */
export const placeOf = ({ host, pathname }: URL): string => `${host}${pathname.replace(/\/+$/, '')}`.toLowerCase();

/** Whether a page is on the host of a link, and not where that leads. */
export const isBeside = (address: string, link_host: string | undefined, link_place: string | undefined): boolean => {
  const url = URL.parse(address);
  return url !== null && link_place !== undefined && url.hostname === link_host && placeOf(url) !== link_place;
};
