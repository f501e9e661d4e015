/** What is read again and again while it grows: the whole of it once, then what is new. */

export interface Timed {
  readonly timestamp_ms: number | string;
}

/** What was read before and what came since, each once, oldest first. What comes twice counts as it came last. */
export const withNews = <T extends Timed>(
  before: readonly T[],
  news: readonly T[],
  keyOf: (one: T) => string,
): readonly T[] => {
  if (news.length === 0) return before;
  const known = new Map([...before, ...news].map((one) => [keyOf(one), one]));
  return [...known.values()].sort((a, b) => Number(a.timestamp_ms) - Number(b.timestamp_ms));
};

/** What was read so far, and when it was last asked for, by the service's clock. */
export interface SoFar<T> {
  readonly all: readonly T[];
  readonly asked_ms: number;
}

export const allOf = <T>({ all }: SoFar<T>): readonly T[] => all;

/**
 * What is stored after this moment is asked for next; undefined while nothing was read. By the last that was read: nothing is
 * stored before it has happened. Where that is of a clock that goes ahead of the service's, as chats may bring it, by when it
 * was read: whoever looks may not have asked for a while since. The margin is for what was on its way meanwhile.
 */
export const newsAfter = ({ all, asked_ms }: SoFar<Timed>, margin_ms: number): string | undefined => {
  const last = all.at(-1);
  return last && new Date(Math.min(Number(last.timestamp_ms), asked_ms) - margin_ms).toISOString();
};

export interface Growing<T> {
  readonly keyOf: (one: T) => string;
  /** Longer than any of it is on its way to where it is stored. */
  readonly margin_ms: number;
  /** By the service's clock. */
  readonly now_ms: number;
  readonly read: (query: { updated_after?: string }) => Promise<readonly T[]>;
}

/** What was read before, and what is read next to it. */
export const readOn = async <T extends Timed>(
  before: SoFar<T> | undefined,
  { keyOf, margin_ms, now_ms, read }: Growing<T>,
): Promise<SoFar<T>> => {
  const updated_after = before && newsAfter(before, margin_ms);
  const news = await read(updated_after === undefined ? {} : { updated_after });
  return { all: withNews(before?.all ?? [], news, keyOf), asked_ms: now_ms };
};
