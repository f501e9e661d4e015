/** One list of what was read page by page, and what was heard of it since. */

interface Listed {
  readonly id: string;
}

export interface Read<T extends Listed> {
  /** By what they are ordered, the newest last: ids sort by the moment at which they were made. */
  readonly placeOf: (bot: T) => string;
  /** As they were read, newest first. */
  readonly pages: readonly T[];
  /** The newest, as they are now; `isAll`: there are no others. */
  readonly newest: { readonly bots: readonly T[]; readonly isAll: boolean } | undefined;
  /** Others, as they are now. */
  readonly live: readonly T[];
  /** Those that were read again by themselves, by their ids; undefined for one that is gone. */
  readonly again: ReadonlyMap<string, Partial<T> | undefined>;
}

/** From which place on the newest are all that there are; undefined where nothing is known of that: pages may be empty. */
const knownFrom = <T extends Listed>({ newest, placeOf }: Read<T>): string | undefined => {
  if (newest?.isAll) return '';
  const last = newest?.bots.at(-1);
  return last && placeOf(last);
};

/**
 * Each once, as it was heard of last, newest first. What is newer than the oldest of the newest, and not among them, is not
 * what is asked for any more.
 */
export const mergedBots = <T extends Listed>(read: Read<T>): T[] => {
  const { placeOf, pages, newest, live, again } = read;
  const known = new Map(pages.map((bot) => [bot.id, bot]));
  for (const [id, change] of again) {
    const bot = known.get(id);
    if (bot && change) known.set(id, { ...bot, ...change });
    else known.delete(id);
  }
  for (const bot of live) known.set(bot.id, bot);
  const from = knownFrom(read);
  if (from !== undefined) for (const bot of known.values()) if (placeOf(bot) >= from) known.delete(bot.id);
  for (const bot of newest?.bots ?? []) known.set(bot.id, bot);
  return [...known.values()].sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
};
