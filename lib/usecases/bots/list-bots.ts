import type { Bot } from '../../domain/bot/bot.ts';
import { type BotFilter, matches } from '../../domain/bot/bot-filter.ts';
import { type OperatedHosts, recogniseMeetingLink } from '../../domain/meeting/meeting-url.ts';
import { type Cursor, cutPage, type Page } from '../../domain/page.ts';
import { rangeOf } from '../../storage/bot-indexes.ts';
import type { BotRepository } from '../../storage/bots.ts';

/** At most this many bots are looked at for a page of a filter that no index answers by itself. */
const mostLookedAt = 100;

export interface ListBotsInput {
  readonly from?: Cursor | undefined;
  readonly page_size: number;
  readonly filter: BotFilter;
}

/**
 * A page of a project's bots, oldest first; filtered by `join_at` in the order of `join_at`, unless a link or a key is
 * given too. A meeting is found by any form of its link. Costs the same however many bots there are: a page of a link's
 * or a key's bots that are filtered further may therefore be short, even empty, and still have a `next`.
 */
export const createListBots = (ports: { bots: Pick<BotRepository, 'positions' | 'at'>; hosts: OperatedHosts }) => {
  const { bots, hosts } = ports;

  return async (projectId: string, { from, page_size, filter }: ListBotsInput): Promise<Page<Bot>> => {
    const link = filter.meeting_url && recogniseMeetingLink(filter.meeting_url, hosts);
    const wanted = link ? { ...filter, meeting_url: link.url } : filter;
    const range = rangeOf(projectId, wanted);
    const most = range.isExact ? page_size : mostLookedAt;
    const beyond = await bots.positions(range, {
      order: from?.direction === 'previous' ? 'descending' : 'ascending',
      limit: most + 1,
      ...(from && { after: from.position }),
    });
    const ahead = from?.inclusive ? [from.position, ...beyond] : beyond;
    const lookedAt = ahead.slice(0, most);
    const found = (await bots.at(projectId, lookedAt)).filter(({ value }) => matches(value, wanted));
    const page = found.slice(0, page_size);
    // Where reading ended, which is past the last bot of the page when those behind it did not match.
    const end = found.length > page_size ? page.at(-1) : { position: lookedAt.at(-1) };
    const hasMore = found.length > page_size || ahead.length > most;
    return cutPage(page, hasMore ? end?.position : undefined, from);
  };
};
