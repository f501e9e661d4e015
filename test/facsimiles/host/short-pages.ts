/** How many entries a page has on which so many were asked for, where pages may be short: half, or so many. */
export const sizeOfPage = (asked: number, short: boolean | number): number => {
  if (typeof short === 'number') return Math.min(asked, short);
  return short ? Math.max(1, Math.floor(asked / 2)) : asked;
};
