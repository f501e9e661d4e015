import { isInMeeting } from '../../domain/bot/lifecycle.ts';
import { presentIn } from '../../storage/bots/bot-indexes.ts';
import type { BotRepository } from '../../storage/bots/bots.ts';
import type { BotRef } from '../../storage/keys.ts';

/** More bots of one project in one meeting are a mistake. So many are read at once. */
const most = 100;

/**
 * The participants of a bot's meeting that are other bots of the project. Costs two reads, however many bots are scheduled
 * for the same link: only those that came in and are not finished are read.
 */
export const createOtherBots =
  ({ bots }: { bots: Pick<BotRepository, 'positions' | 'at'> }) =>
  async ({ project_id, bot_id }: BotRef, meeting_url: string): Promise<string[]> => {
    const positions = await bots.positions(presentIn(project_id, meeting_url), { limit: most, order: 'descending' });
    const found = await bots.at(project_id, positions);
    return found.flatMap(({ value: bot }) =>
      bot.id !== bot_id && bot.participant_id !== undefined && isInMeeting(bot.state) ? [bot.participant_id] : [],
    );
  };
