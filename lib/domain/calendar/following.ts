/** What a change of an event means for the bots that follow it. */
import type { Bot } from '../bot/bot.ts';
import type { MeetingLink } from '../meeting/meeting-url.ts';
import type { CalendarEvent } from './calendar-event.ts';
import { isTooFar } from './followed-event.ts';

/** What of a bot changes with its event. */
export interface FollowerChange {
  readonly join_at?: string;
  /** Later than a staged bot waits for where it is. */
  readonly isPutOff?: boolean;
  readonly link?: MeetingLink;
}

/** A staged bot whose event begins by then waits on where it is; for a later one its place is not kept. */
const waitsMs = 30 * 60_000;

/** When the bot of an event is to join now; undefined where that stays as it is. */
const newJoinTime = (bot: Pick<Bot, 'join_at'>, event: CalendarEvent, now: Date): string | undefined => {
  if (event.is_all_day) return undefined;
  const [start, known] = [Date.parse(event.start_time), Date.parse(bot.join_at)];
  // One that has begun is joined at once, unless the bot is on its way anyway.
  if (start <= now.getTime()) return known <= now.getTime() ? undefined : now.toISOString();
  return start === known ? undefined : new Date(start).toISOString();
};

/**
 * What an event, as it now is, means for a bot that follows it: undefined for nothing; `ended` when there is nothing to
 * join any more. What the client has set itself stays, and a link that is gone from the event stays with the bot.
 */
export const changeOfFollower = (
  bot: Pick<Bot, 'state' | 'join_at' | 'meeting_url' | 'follows'>,
  event: CalendarEvent,
  now: Date,
): FollowerChange | 'ended' | undefined => {
  if (bot.state !== 'scheduled' && bot.state !== 'staged') return undefined;
  const pinned = bot.follows?.pinned ?? [];
  const isTimePinned = pinned.includes('join_at');
  if (event.is_deleted) return 'ended';
  const isElsewhen = Date.parse(event.end_time) <= now.getTime() || isTooFar(event, now);
  if (!isTimePinned && !event.is_all_day && isElsewhen) return 'ended';
  const join_at = isTimePinned ? undefined : newJoinTime(bot, event, now);
  const { meeting_url: url, meeting_platform: platform } = event;
  const isNewLink = url !== null && url !== bot.meeting_url && !pinned.includes('meeting_url');
  const link = isNewLink && platform ? { url, platform } : undefined;
  if (join_at === undefined && !link) return undefined;
  return {
    ...(join_at !== undefined && { join_at, isPutOff: Date.parse(join_at) - now.getTime() > waitsMs }),
    ...(link && { link }),
  };
};
