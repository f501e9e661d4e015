/** One list of what was read page by page, and what was heard of it since. */

interface Listed {
  readonly id: string;
}

export interface Read<T extends Listed> {
  /** As they were read, newest first. */
  readonly pages: readonly T[];
  /** The newest, as they are now; `isAll`: there are no others. */
  readonly newest: { readonly bots: readonly T[]; readonly isAll: boolean } | undefined;
  /** Others, as they are now. */
  readonly live: readonly T[];
  /** Those that were read again by themselves, by their ids; undefined for one that is gone. */
  readonly again: ReadonlyMap<string, Partial<T> | undefined>;
}

/**
 * Each once, as it was heard of last, newest first: ids sort by the moment at which they were made. What is newer than the oldest of
 * the newest, and not among them, is not what is asked for any more.
 */
export const mergedBots = <T extends Listed>({ pages, newest, live, again }: Read<T>): T[] => {
  const known = new Map(pages.map((bot) => [bot.id, bot]));
  for (const [id, change] of again) {
    const bot = known.get(id);
    if (bot && change) known.set(id, { ...bot, ...change });
    else known.delete(id);
  }
  for (const bot of live) known.set(bot.id, bot);
  if (newest) {
    const from = newest.isAll ? '' : (newest.bots.at(-1)?.id ?? '');
    for (const id of known.keys()) if (id >= from) known.delete(id);
    for (const bot of newest.bots) known.set(bot.id, bot);
  }
  return [...known.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
};
