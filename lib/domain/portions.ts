/** Cuts a list into portions in its order, each of so many entries and bytes at most. What is larger alone is a portion of its own. */
export const portionsOf = <T>(
  entries: readonly T[],
  bytesOf: (entry: T) => number,
  most: { readonly bytes: number; readonly entries?: number },
): T[][] => {
  const portions: T[][] = [];
  let left = 0;
  for (const entry of entries) {
    const open = portions.at(-1);
    const bytes = bytesOf(entry);
    if (open && bytes <= left && open.length !== most.entries) {
      open.push(entry);
    } else {
      portions.push([entry]);
      left = most.bytes;
    }
    left -= bytes;
  }
  return portions;
};
