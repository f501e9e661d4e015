import type { Bot } from '../domain/bot.ts';
import type { BotState } from '../domain/lifecycle.ts';
import { type Cursor, cutPage, type Page } from '../domain/page.ts';
import type { BotRepository } from '../storage/bots.ts';

export interface BotFilter {
  readonly meeting_url?: string | undefined;
  readonly deduplication_key?: string | undefined;
  readonly states?: readonly BotState[] | undefined;
  readonly join_at_after?: string | undefined;
  readonly join_at_before?: string | undefined;
}

const matches = (bot: Bot, filter: BotFilter): boolean =>
  (filter.meeting_url === undefined || bot.meeting_url === filter.meeting_url) &&
  (filter.deduplication_key === undefined || bot.deduplication_key === filter.deduplication_key) &&
  (filter.states === undefined || filter.states.includes(bot.state)) &&
  (filter.join_at_after === undefined || Date.parse(bot.join_at) > Date.parse(filter.join_at_after)) &&
  (filter.join_at_before === undefined || Date.parse(bot.join_at) < Date.parse(filter.join_at_before));

/** At most this many bots are looked through for one page; a page of a rare filter may be short, with a `next`. */
const mostRounds = 10;
const roundSize = 100;

/** A page of a project's bots, oldest first. */
export const createListBots =
  ({ bots }: { bots: Pick<BotRepository, 'listIds' | 'getMany'> }) =>
  async (
    projectId: string,
    { from, page_size, filter }: { from?: Cursor | undefined; page_size: number; filter: BotFilter },
  ): Promise<Page<Bot>> => {
    const order = from?.direction === 'previous' ? 'descending' : 'ascending';
    const isUnfiltered = Object.values(filter).every((value) => value === undefined);
    const limit = isUnfiltered ? page_size + 1 : roundSize;
    const found: { position: string; value: Bot }[] = [];
    let last = from?.position;
    let isExhausted = false;
    for (let round = 0; round < mostRounds && found.length <= page_size && !isExhausted; round += 1) {
      const ids = await bots.listIds(projectId, { order, limit, ...(last !== undefined && { after: last }) });
      const read = await bots.getMany(projectId, ids);
      found.push(...read.filter((bot) => matches(bot, filter)).map((bot) => ({ position: bot.id, value: bot })));
      last = ids.at(-1) ?? last;
      isExhausted = ids.length < limit;
    }
    const page = cutPage(found.slice(0, page_size), found.length > page_size || !isExhausted, from);
    if (found.length > page_size || isExhausted || last === undefined) return page;
    // The page is short because we stopped looking: go on from where we stopped, not from the last bot that matched.
    return order === 'ascending'
      ? { ...page, next: { position: last, direction: 'next' } }
      : { ...page, previous: { position: last, direction: 'previous' } };
  };
