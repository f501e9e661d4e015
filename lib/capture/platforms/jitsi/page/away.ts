/**
 * Whether the page has gone to another one, as where somebody is to sign in: `from` is the address that it had. What has the
 * page's store is the meeting's own, at whatever path.
 */
export const isAwayFrom = (from: string, hasStore: boolean): boolean => {
  const { hostname, host, pathname } = new URL(from);
  return location.hostname !== hostname || (!hasStore && (location.host !== host || location.pathname !== pathname));
};
