/** In which lists a bot stands, and which of them answers a filter. The lists are described in `listings.ts`. */
import { createHash } from 'node:crypto';
import type { Bot } from '../../domain/bot/bot.ts';
import { type BotFilter, isOnlyLive } from '../../domain/bot/bot-filter.ts';
import { type BotState, isFinal } from '../../domain/bot/lifecycle.ts';
import { isIdOf } from '../../domain/ids.ts';
import { type Key, type Query, tableIndexes } from '../../ports/table.ts';
import { deduplicationKey } from '../keys.ts';
import { type List, listedIn } from '../listings.ts';

// All bots of a busy hour change their states in the same minute: two shards take twice as many writes.
const shards = [0, 1] as const;
// The end of an id is random.
const shardOf = (botId: string): number =>
  (botId.charCodeAt(botId.length - 1) + botId.charCodeAt(botId.length - 2)) % 2;

/** All bots of a project. A change of state touches neither of its two orders. */
const botsOf = (projectId: string): string => `${projectId}#bots`;
const statePartition = (projectId: string, state: BotState, shard: number): string =>
  `${botsOf(projectId)}#${state}#${shard}`;

/** Enough of a hash that no two links of a project have the same. */
const hashLength = 22;
const meetingPartition = (projectId: string, url: string): string =>
  `${botsOf(projectId)}#meeting#${createHash('sha256').update(url).digest('base64url').slice(0, hashLength)}`;
/**
 * Bots that are not finished: by their link those to come, and by its canonical link those that a meeting shows among its
 * participants. These too were listed by their own before there were canonical links.
 */
const comingPartition = (projectId: string, url: string): string => `${meetingPartition(projectId, url)}#coming`;
const presentPartition = (projectId: string, url: string): string => `${meetingPartition(projectId, url)}#present`;
const deduplicationPartition = (projectId: string, key: string): string => `${botsOf(projectId)}#deduplication#${key}`;

const appSessionsPartition = (projectId: string): string => `${projectId}#app_sessions`;

/** The attributes of the lists that follow a bot's state while it lives. */
export const stateKeysOf = (bot: Pick<Bot, 'id' | 'project_id'>, state: BotState): Readonly<Record<string, string>> => {
  if (isIdOf('app_session', bot.id)) return {};
  const partition = statePartition(bot.project_id, state, shardOf(bot.id));
  return { [tableIndexes.gsi3.pk]: partition, [tableIndexes.gsi4.pk]: partition };
};

/** The attributes of a bot's item that put it into its lists. */
export const indexKeysOf = (bot: Bot) => {
  const { id, project_id, meeting_url, present_in = meeting_url, deduplication_key } = bot;
  if (isIdOf('app_session', id))
    return listedIn({ index: 'gsi1', partition: appSessionsPartition(project_id), position: id });
  const byJoinAt = `${bot.join_at}#${id}`;
  const ofState = statePartition(project_id, bot.state, shardOf(id));
  const liveIn = bot.participant_id === undefined ? comingPartition : presentPartition;
  return listedIn(
    { index: 'gsi1', partition: botsOf(project_id), position: id },
    { index: 'gsi2', partition: botsOf(project_id), position: byJoinAt },
    { index: 'gsi3', partition: ofState, position: id },
    { index: 'gsi4', partition: ofState, position: byJoinAt },
    { index: 'gsi5', partition: meetingPartition(project_id, meeting_url), position: id },
    isFinal(bot.state) ? undefined : { index: 'gsi6', partition: liveIn(project_id, present_in), position: id },
    deduplication_key === null
      ? undefined
      : { index: 'gsi7', partition: deduplicationPartition(project_id, deduplication_key), position: id },
  );
};

/** Partitions of one index, whose sort keys are the positions of the list. */
interface ListedRange extends Pick<List, 'index'>, Pick<Query, 'above' | 'below'> {
  readonly partitions: readonly string[];
  /** Whether every bot found there matches the filter, but for those that change meanwhile. */
  readonly isExact: boolean;
}

/** The one bot that holds a deduplication key, as it does until it is finished. */
interface HolderRange {
  readonly lock: Key;
  readonly isExact: false;
}

/** Where the bots of a filter are found. */
export type BotRange = ListedRange | HolderRange;

const latest = '9999-12-31T23:59:59.999Z';
/** A moment as `join_at` is stored. Nothing joins after the year 9999. */
const momentOf = (text: string): string => new Date(Math.min(Date.parse(text), Date.parse(latest))).toISOString();

/** Sort keys that begin with a moment after, and before, those of the filter. */
const joinBounds = ({ join_at_after, join_at_before }: BotFilter): Pick<Query, 'above' | 'below'> => ({
  // '$' follows '#': all bots of that very moment are left out too.
  ...(join_at_after !== undefined && { above: `${momentOf(join_at_after)}$` }),
  ...(join_at_before !== undefined && { below: momentOf(join_at_before) }),
});

const presentPartitions = (projectId: string, url: string, canonicalLink: string): string[] =>
  [...new Set([url, canonicalLink])].map((link) => presentPartition(projectId, link));

/**
 * The narrowest place to look for the bots of a filter. Key and link come first, since few bots share them; the rest of
 * such a filter is left to be looked at in the bots. By state, by `join_at`, or by both, the place holds nothing else.
 * `canonicalLink`: that of the filter's link. Where nobody knows it, as of a host that is operated no more, it is looked for
 * among all bots of the link, since those inside may stand under another one.
 */
export const rangeOf = (projectId: string, filter: BotFilter, canonicalLink?: string): BotRange => {
  const { deduplication_key, meeting_url, states } = filter;
  const byJoinAt = filter.join_at_after !== undefined || filter.join_at_before !== undefined;
  if (deduplication_key !== undefined && isOnlyLive(filter)) {
    return { lock: deduplicationKey(projectId, deduplication_key), isExact: false };
  }
  if (deduplication_key !== undefined) {
    const isExact = meeting_url === undefined && states === undefined && !byJoinAt;
    return { index: 'gsi7', partitions: [deduplicationPartition(projectId, deduplication_key)], isExact };
  }
  if (meeting_url !== undefined) {
    const isExact = states === undefined && !byJoinAt;
    if (canonicalLink === undefined || !isOnlyLive(filter))
      return { index: 'gsi5', partitions: [meetingPartition(projectId, meeting_url)], isExact };
    const coming = comingPartition(projectId, meeting_url);
    return {
      index: 'gsi6',
      partitions: [coming, ...presentPartitions(projectId, meeting_url, canonicalLink)],
      isExact,
    };
  }
  if (states === undefined) {
    const index = byJoinAt ? 'gsi2' : 'gsi1';
    return { index, partitions: [botsOf(projectId)], ...joinBounds(filter), isExact: true };
  }
  return {
    index: byJoinAt ? 'gsi4' : 'gsi3',
    partitions: [...new Set(states)].flatMap((state) => shards.map((shard) => statePartition(projectId, state, shard))),
    ...joinBounds(filter),
    isExact: true,
  };
};

/** All app sessions of a project. */
export const appSessionsOf = (projectId: string): ListedRange => ({
  index: 'gsi1',
  partitions: [appSessionsPartition(projectId)],
  isExact: true,
});

/** Where the bots are found that a meeting has shown among its participants. Those still to come are not there. */
export const presentIn = (projectId: string, meetingUrl: string, canonicalLink: string): ListedRange => ({
  index: 'gsi6',
  partitions: presentPartitions(projectId, meetingUrl, canonicalLink),
  isExact: true,
});

/** The bot at a position of a list, whichever its order. */
export const botIdAt = (position: string): string => position.slice(position.lastIndexOf('#') + 1);
