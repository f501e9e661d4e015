import type { Bot } from '../../domain/bot/bot.ts';
import { isInMeeting } from '../../domain/bot/lifecycle.ts';
import { canonicalLinkOf } from '../../domain/meeting/canonical-link.ts';
import { presentIn } from '../../storage/bots/bot-indexes.ts';
import type { BotLists } from '../../storage/bots/bot-lists.ts';

/** More bots of one project in one meeting are a mistake. So many are read at once. */
const most = 100;

/**
 * The participants of a bot's meeting that are other bots of the project, by whichever link they came. Costs two reads, or three
 * by a link that is not canonical, however many bots are scheduled for it: only those that came in and are not finished are read.
 */
export const createOtherBots =
  ({ bots }: { bots: BotLists }) =>
  async (own: Pick<Bot, 'id' | 'project_id' | 'meeting_url' | 'platform'>): Promise<string[]> => {
    const { project_id, meeting_url, platform } = own;
    const range = presentIn(project_id, meeting_url, canonicalLinkOf(platform, meeting_url));
    const positions = await bots.positions(range, { limit: most, order: 'descending' });
    const found = await bots.at(project_id, positions);
    return found.flatMap(({ value: bot }) =>
      bot.id !== own.id && bot.participant_id !== undefined && isInMeeting(bot.state) ? [bot.participant_id] : [],
    );
  };
