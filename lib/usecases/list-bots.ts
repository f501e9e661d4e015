import type { Bot } from '../domain/bot.ts';
import type { BotState } from '../domain/lifecycle.ts';
import { type OperatedHosts, recogniseMeetingLink } from '../domain/meeting-url.ts';
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

export interface ListBotsInput {
  readonly from?: Cursor | undefined;
  readonly page_size: number;
  readonly filter: BotFilter;
}

/** A page of a project's bots, oldest first. A meeting is found by any form of its link. */
export const createListBots = (ports: { bots: Pick<BotRepository, 'listIds' | 'getMany'>; hosts: OperatedHosts }) => {
  const { bots, hosts } = ports;

  return async (projectId: string, { from, page_size, filter }: ListBotsInput): Promise<Page<Bot>> => {
    const link = filter.meeting_url && recogniseMeetingLink(filter.meeting_url, hosts);
    const wanted = link ? { ...filter, meeting_url: link.url } : filter;
    const find = async (ids: readonly string[]): Promise<Bot[]> =>
      (await bots.getMany(projectId, ids)).filter((bot) => matches(bot, wanted));
    const order = from?.direction === 'previous' ? 'descending' : 'ascending';
    const limit = Object.values(filter).every((value) => value === undefined) ? page_size + 1 : roundSize;

    const found = from?.inclusive ? await find([from.position]) : [];
    let last = from?.position;
    let isExhausted = false;
    for (let round = 0; round < mostRounds && found.length <= page_size && !isExhausted; round += 1) {
      const ids = await bots.listIds(projectId, { order, limit, ...(last !== undefined && { after: last }) });
      found.push(...(await find(ids)));
      last = ids.at(-1) ?? last;
      isExhausted = ids.length < limit;
    }
    const page = found.slice(0, page_size).map((bot) => ({ position: bot.id, value: bot }));
    // A page may be short because we stopped looking: then it goes on from there, not from the last bot that matched.
    const stoppedAt = isExhausted ? undefined : last;
    return cutPage(page, found.length > page_size ? page.at(-1)?.position : stoppedAt, from);
  };
};
