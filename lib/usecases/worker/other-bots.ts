import { isInMeeting } from '../../domain/bot/lifecycle.ts';
import { presentIn } from '../../storage/bot-indexes.ts';
import type { BotRepository } from '../../storage/bots.ts';
import type { BotRef } from '../../storage/keys.ts';

/** Nobody sends more bots than this into one meeting and means it: as many as are read in one go. */
const most = 100;

/**
 * As which participants other bots of the project are in the meeting of this one: two reads, of those bots only that
 * came into it and are not finished, however many are scheduled for the same link.
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
