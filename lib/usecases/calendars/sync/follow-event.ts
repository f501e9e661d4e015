/** Bots that follow an event do what a change of it means for them. */
import { applyTrigger, type Bot, isTooLate, reschedule } from '../../../domain/bot/bot.ts';
import type { CalendarEvent } from '../../../domain/calendar/calendar-event.ts';
import { changeOfFollower } from '../../../domain/calendar/following.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { BotRepository } from '../../../storage/bots/bots.ts';
import { type FollowerRepository, following } from '../../../storage/calendars/calendar-followers.ts';
import { refOfEvent } from '../../../storage/calendars/joinable-events.ts';
import type { BotRef } from '../../../storage/keys.ts';
import { retryStale } from '../../retry-stale.ts';

export interface FollowEventPorts {
  readonly bots: Pick<BotRepository, 'get' | 'save' | 'delete'>;
  readonly followers: Pick<FollowerRepository, 'ofEvent' | 'remove'>;
  readonly clock: Clock;
}

/**
 * Moves, sends home or deletes the bots of an event as it now is. Nothing is done twice, however often it is called, and
 * nothing at all to a bot that is joining or later: people are in there. A bot that moves on meanwhile is looked at anew.
 */
export const createFollowEvent = ({ bots, followers, clock }: FollowEventPorts) => {
  const changed = (bot: Bot, event: CalendarEvent, now: Date): Bot | 'deleted' | undefined => {
    const change = changeOfFollower(bot, event, now);
    if (change === undefined) return undefined;
    // Put off so often, it goes home: it would join at the time that the event had before.
    if (change === 'ended' || (bot.state === 'staged' && change.isPutOff && isTooLate('unstage', bot))) {
      return bot.state === 'scheduled' ? 'deleted' : applyTrigger(bot, 'leave', 'event_cancelled', now);
    }
    const { join_at, isPutOff, link } = change;
    const moved =
      join_at === undefined
        ? { ...bot, version: bot.version + 1 }
        : bot.state === 'scheduled' || isPutOff
          ? reschedule(bot, join_at, now)
          : // Its worker waits for it, and follows.
            { ...bot, join_at, version: bot.version + 1 };
    return { ...moved, ...(link && { meeting_url: link.url, platform: link.platform }) };
  };

  const follow = (ref: BotRef, event: CalendarEvent): Promise<void> =>
    retryStale(async () => {
      const bot = await bots.get(ref);
      if (bot?.follows?.calendar_event_id !== event.id) return followers.remove(refOfEvent(event), ref.bot_id);
      const now = clock.now();
      const after = changed(bot, event, now);
      if (after === 'deleted') await bots.delete(bot);
      else if (after) await bots.save(after, bot, after.state === 'leaving' ? [] : following(after, now));
    });

  return async (event: CalendarEvent): Promise<void> => {
    for (const { project_id, bot_id } of await followers.ofEvent(refOfEvent(event))) {
      await follow({ project_id, bot_id }, event);
    }
  };
};
export type FollowEvent = ReturnType<typeof createFollowEvent>;
