import { isAppSession } from '../../domain/app-session/app-session.ts';
import type { Bot } from '../../domain/bot/bot.ts';
import { type BotFilter, matches } from '../../domain/bot/bot-filter.ts';
import { canonicalLinkOf } from '../../domain/meeting/canonical-link.ts';
import type { OperatedHosts } from '../../domain/meeting/known-platforms.ts';
import { recogniseMeetingLink } from '../../domain/meeting/meeting-url.ts';
import type { Page } from '../../domain/page.ts';
import { rangeOf } from '../../storage/bots/bot-indexes.ts';
import type { BotLists } from '../../storage/bots/bot-lists.ts';
import { type ListPorts, listPage, type PageRequest } from '../list-page.ts';

export interface ListBotsInput extends PageRequest {
  readonly filter: BotFilter;
  readonly isNewestFirst?: boolean;
}

interface ListBotsPorts extends ListPorts {
  readonly bots: BotLists;
  readonly hosts: OperatedHosts;
}

/**
 * A page of a project's bots, oldest first unless asked otherwise; filtered by `join_at` in the order of `join_at`, unless a link or a key is
 * given too. A meeting is found by any form of its link. Costs the same however many bots there are: a page of a link's
 * or a key's bots that are filtered further may therefore be short, and where none of very many is wanted even empty, and
 * still have a `next`.
 */
export const createListBots = ({ bots, hosts, onUnreadable }: ListBotsPorts) => {
  return (projectId: string, { filter, isNewestFirst = false, ...request }: ListBotsInput): Promise<Page<Bot>> => {
    const link = filter.meeting_url && recogniseMeetingLink(filter.meeting_url, hosts);
    const wanted = link ? { ...filter, meeting_url: link.url } : filter;
    const range = rangeOf(projectId, wanted, link && canonicalLinkOf(link.platform, link.url));
    // Sessions hold deduplication keys too.
    const isMatch = (bot: Bot): boolean => !isAppSession(bot) && matches(bot, wanted);
    return listPage(
      {
        isNewestFirst,
        positions: (order) => bots.positions(range, order, onUnreadable),
        // Also those of an exact range, since bots change on their way from the index.
        at: async (positions) =>
          (await bots.at(projectId, positions, onUnreadable)).filter(({ value }) => isMatch(value)),
        isWanted: range.isExact ? undefined : isMatch,
      },
      request,
    );
  };
};
