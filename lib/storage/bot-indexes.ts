/**
 * By which indices bots are found, and which of them answers a filter. Attributes of a bot's item:
 *
 *   listing_pk             project#<prj>#bots
 *   meeting_pk             project#<prj>#meeting#<sha-256 of the link>         live_meeting_pk while it is not finished
 *   present_pk             that of the meeting, once the bot is known as one of its participants, until it is finished
 *   deduplication_pk       project#<prj>#bots#deduplication#<key>              live_deduplication_pk likewise
 *   state_pk               project#<prj>#state#<state>#<0 or 1>
 *   listing_sk             <bot>                                               lists in the order of creation
 *   join_at_sk             <join_at>#<bot>                                     lists in the order of join_at
 *
 * A change of state touches `state_pk` alone. That one is split in two, since all bots of a busy hour change their
 * states in the same minute: twice as many could do so before one partition of DynamoDB (1,000 writes a second) is full.
 */
import { createHash } from 'node:crypto';
import type { Bot } from '../domain/bot/bot.ts';
import { type BotFilter, isOnlyLive } from '../domain/bot/bot-filter.ts';
import { type BotState, isFinal } from '../domain/bot/lifecycle.ts';
import type { Query, TableIndex } from '../ports/table.ts';
import { botListing } from './keys.ts';

const shards = [0, 1] as const;
// The end of an id is random.
const shardOf = (botId: string): number =>
  (botId.charCodeAt(botId.length - 1) + botId.charCodeAt(botId.length - 2)) % 2;

const statePartition = (projectId: string, state: BotState, shard: number): string =>
  `project#${projectId}#state#${state}#${shard}`;
const meetingPartition = (projectId: string, url: string): string =>
  `project#${projectId}#meeting#${createHash('sha256').update(url).digest('base64url')}`;
const deduplicationPartition = (projectId: string, key: string): string =>
  `project#${projectId}#bots#deduplication#${key}`;

/** The one attribute of the indices that follows a bot's state while it lives. */
export const stateKeyOf = (bot: Pick<Bot, 'id' | 'project_id'>, state: BotState) => ({
  state_pk: statePartition(bot.project_id, state, shardOf(bot.id)),
});

/** The attributes of a bot's item that put it into the indices. */
export const indexKeysOf = (bot: Bot) => {
  const meeting_pk = meetingPartition(bot.project_id, bot.meeting_url);
  const deduplication_pk =
    bot.deduplication_key === null ? undefined : deduplicationPartition(bot.project_id, bot.deduplication_key);
  const isLive = !isFinal(bot.state);
  return {
    listing_pk: botListing(bot.project_id),
    listing_sk: bot.id,
    join_at_sk: `${bot.join_at}#${bot.id}`,
    ...stateKeyOf(bot, bot.state),
    meeting_pk,
    ...(isLive && { live_meeting_pk: meeting_pk }),
    ...(isLive && bot.participant_id !== undefined && { present_pk: meeting_pk }),
    ...(deduplication_pk !== undefined && {
      deduplication_pk,
      ...(isLive && { live_deduplication_pk: deduplication_pk }),
    }),
  };
};

/** Where the bots of a filter are found: partitions of one index, whose sort keys are the positions of the list. */
export interface BotRange extends Pick<Query, 'above' | 'below'> {
  readonly index: TableIndex;
  readonly partitions: readonly string[];
  /** Whether every bot found there matches the filter, but for those that change meanwhile. */
  readonly isExact: boolean;
}

const latest = Date.parse('9999-12-31T23:59:59.999Z');
/** A moment as `join_at` is stored. Nothing joins after the year 9999. */
const momentOf = (text: string): string => new Date(Math.min(Date.parse(text), latest)).toISOString();

/** Sort keys that begin with a moment after, and before, those of the filter. */
const joinBounds = ({ join_at_after, join_at_before }: BotFilter): Pick<Query, 'above' | 'below'> => ({
  // '$' follows '#': all bots of that very moment are left out too.
  ...(join_at_after !== undefined && { above: `${momentOf(join_at_after)}$` }),
  ...(join_at_before !== undefined && { below: momentOf(join_at_before) }),
});

/**
 * The narrowest place to look for the bots of a filter. Key and link come first, since few bots share them; the rest of
 * such a filter is left to be looked at in the bots. By state, by `join_at`, or by both, the place holds nothing else.
 */
export const rangeOf = (projectId: string, filter: BotFilter): BotRange => {
  const { deduplication_key, meeting_url, states } = filter;
  const byJoinAt = filter.join_at_after !== undefined || filter.join_at_before !== undefined;
  const isLive = isOnlyLive(filter);
  if (deduplication_key !== undefined) {
    const index = isLive ? 'by_live_deduplication_key' : 'by_deduplication_key';
    const isExact = meeting_url === undefined && states === undefined && !byJoinAt;
    return { index, partitions: [deduplicationPartition(projectId, deduplication_key)], isExact };
  }
  if (meeting_url !== undefined) {
    const index = isLive ? 'by_live_meeting' : 'by_meeting';
    const isExact = states === undefined && !byJoinAt;
    return { index, partitions: [meetingPartition(projectId, meeting_url)], isExact };
  }
  if (states === undefined) {
    const index = byJoinAt ? 'by_join_at' : 'listing';
    return { index, partitions: [botListing(projectId)], ...joinBounds(filter), isExact: true };
  }
  return {
    index: byJoinAt ? 'by_state_and_join_at' : 'by_state',
    partitions: [...new Set(states)].flatMap((state) => shards.map((shard) => statePartition(projectId, state, shard))),
    ...joinBounds(filter),
    isExact: true,
  };
};

/** Where the bots are found that a meeting has shown among its participants. Those still to come are not there. */
export const presentIn = (projectId: string, meetingUrl: string): BotRange => ({
  index: 'by_presence',
  partitions: [meetingPartition(projectId, meetingUrl)],
  isExact: true,
});

/** The bot at a position of a list, whichever its order. */
export const botIdAt = (position: string): string => position.slice(position.lastIndexOf('#') + 1);
