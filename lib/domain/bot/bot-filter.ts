import type { Bot } from './bot.ts';
import { type BotState, isFinal } from './lifecycle.ts';

/** Which bots a list holds: those that meet every condition that is given. Moments are ISO 8601. */
export interface BotFilter {
  readonly meeting_url?: string | undefined;
  readonly deduplication_key?: string | undefined;
  readonly states?: readonly BotState[] | undefined;
  readonly join_at_after?: string | undefined;
  readonly join_at_before?: string | undefined;
}

export const matches = (bot: Bot, filter: BotFilter): boolean =>
  (filter.meeting_url === undefined || bot.meeting_url === filter.meeting_url) &&
  (filter.deduplication_key === undefined || bot.deduplication_key === filter.deduplication_key) &&
  (filter.states === undefined || filter.states.includes(bot.state)) &&
  (filter.join_at_after === undefined || Date.parse(bot.join_at) > Date.parse(filter.join_at_after)) &&
  (filter.join_at_before === undefined || Date.parse(bot.join_at) < Date.parse(filter.join_at_before));

/** Whether only bots that are not finished can match. */
export const isOnlyLive = ({ states }: BotFilter): boolean => states?.every((state) => !isFinal(state)) === true;
