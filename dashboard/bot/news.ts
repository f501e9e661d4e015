/** What is read again and again while it grows: the whole of it once, then what is new. */

interface Timed {
  readonly timestamp_ms: number;
}

/** What was read before and what came since, each once, oldest first. What comes twice counts as it came last. */
export const withNews = <T extends Timed>(
  before: readonly T[],
  news: readonly T[],
  keyOf: (one: T) => string,
): readonly T[] => {
  if (news.length === 0) return before;
  const known = new Map([...before, ...news].map((one) => [keyOf(one), one]));
  return [...known.values()].sort((a, b) => a.timestamp_ms - b.timestamp_ms);
};

/**
 * What is stored after this moment is asked for next; undefined while nothing was read. By the last that was read, whatever
 * the clock of whoever looks says: nothing is stored before it has happened. The margin is for what was on its way meanwhile.
 */
export const newsAfter = (read: readonly Timed[], margin_ms: number): string | undefined => {
  const last = read.at(-1);
  return last && new Date(last.timestamp_ms - margin_ms).toISOString();
};
