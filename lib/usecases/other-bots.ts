import { matches } from '../domain/bot-filter.ts';
import { botStates, isInMeeting } from '../domain/lifecycle.ts';
import { rangeOf } from '../storage/bot-indexes.ts';
import type { BotRepository } from '../storage/bots.ts';
import type { BotRef } from '../storage/keys.ts';

/** Nobody sends more bots than this into one meeting and means it. */
const most = 25;
const states = botStates.filter(isInMeeting);

/** As which participants other bots of the project are in the meeting of this one: two reads, however many bots there are. */
export const createOtherBots =
  ({ bots }: { bots: Pick<BotRepository, 'positions' | 'at'> }) =>
  async ({ project_id, bot_id }: BotRef, meeting_url: string): Promise<string[]> => {
    const filter = { meeting_url, states };
    const positions = await bots.positions(rangeOf(project_id, filter), { limit: most, order: 'descending' });
    const found = await bots.at(project_id, positions);
    return found.flatMap(({ value: bot }) =>
      bot.id !== bot_id && bot.participant_id !== undefined && matches(bot, filter) ? [bot.participant_id] : [],
    );
  };
