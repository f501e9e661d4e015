/** One list of what was read page by page, and of what of it was read again since. */

interface Listed {
  readonly id: string;
}

/** Some that follow each other, as they are now. */
export interface Stretch<T extends Listed> {
  /** Newest first. */
  readonly bots: readonly T[];
  /** There are none after them. */
  readonly isAll: boolean;
  /** The place after which they begin; undefined: with the newest. */
  readonly after?: string | undefined;
}

export interface Read<T extends Listed> {
  /** By what they are ordered, the newest last: ids sort by the moment at which they were made. */
  readonly placeOf: (bot: T) => string;
  /** As they were read, newest first. */
  readonly pages: readonly T[];
  /** What was read again; of what two of them tell, the latter is believed. */
  readonly again: readonly Stretch<T>[];
}

/** Where a stretch ends; undefined where nothing is known of that: what was read may be empty, though others follow. */
const endOf = <T extends Listed>({ bots, isAll }: Stretch<T>, placeOf: Read<T>['placeOf']): string | undefined => {
  if (isAll) return '';
  const last = bots.at(-1);
  return last && placeOf(last);
};

/** Each once, as it was heard of last, newest first. What lies where something was read again, and is not among that, is gone. */
export const mergedBots = <T extends Listed>({ placeOf, pages, again }: Read<T>): T[] => {
  const known = new Map(pages.map((bot) => [bot.id, bot]));
  for (const stretch of again) {
    const { bots, after } = stretch;
    const end = endOf(stretch, placeOf);
    if (end !== undefined)
      for (const bot of known.values()) {
        const place = placeOf(bot);
        if (place >= end && (after === undefined || place < after)) known.delete(bot.id);
      }
    for (const bot of bots) known.set(bot.id, bot);
  }
  return [...known.values()].sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
};

/** Whether so many came since the pages were read that there may be others between those and the newest. */
export const hasGap = <T extends Listed>(
  placeOf: (bot: T) => string,
  pages: readonly T[],
  newest: Stretch<T> | undefined,
): boolean => {
  const [first, last] = [pages[0], newest?.bots.at(-1)];
  return Boolean(first && last && !newest?.isAll && placeOf(last) > placeOf(first));
};

/** Which pages hold these, by their numbers; those that are in none came since, and follow the newest. */
export const pagesOf = (pages: readonly (readonly Listed[])[], ids: ReadonlySet<string>): number[] => {
  const left = new Set(ids);
  const found = pages.flatMap((page, number) => (page.filter(({ id }) => left.delete(id)).length > 0 ? [number] : []));
  return left.size > 0 && !found.includes(0) ? [0, ...found] : found;
};
