/**
 * Ids for what a page numbers by itself, such as captions: no two pages give the same one. A bot that has lost its page goes on
 * in another, and takes nothing there for what it was told of before.
 */
export const createPageIds = (kind: string, now: () => number = Date.now): (() => string) => {
  const loaded_ms = now();
  let count = 0;
  return () => {
    count += 1;
    return `${kind} ${loaded_ms}-${count}`;
  };
};
