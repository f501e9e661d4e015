import * as z from 'zod';
import type { Bot } from '../../domain/bot/bot.ts';
import { looksBefore } from '../../domain/calendar/followed-event.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { dueAt } from '../due.ts';
import { expiring, type Fields, itemKind } from '../item-kind.ts';
import { type CalendarEventRef, type CalendarRef, calendarKey, followerKey, followerPrefix } from '../keys.ts';
import { type List, listedIn, positionsIn } from '../listings.ts';
import { dueCalendars, dueNameOf } from './due-calendars.ts';

/** A bot that follows an event. */
export interface Follower extends CalendarEventRef, CalendarRef {
  readonly bot_id: string;
  /** When the bot is to join, as far as it is known here. */
  readonly join_at: string;
}

const followerItems = itemKind<Follower>('calendar_follower', () =>
  z.object({
    project_id: z.string(),
    calendar_id: z.string(),
    calendar_event_id: z.string(),
    bot_id: z.string(),
    join_at: z.string(),
  } satisfies Fields<Follower>),
);

/** The bots that follow events of a calendar, by the moment at which they join. */
const followerList = (calendarId: string): List => ({ index: 'gsi2', partition: `${calendarId}#bots` });

/** Kept for so long after its bot joins: long enough for whoever still looks. */
const keptMs = 8 * 86_400_000;

const itemOf = (follower: Follower, look: Date | undefined): Item => {
  const { calendar_event_id, bot_id, join_at } = follower;
  return followerItems.itemOf(followerKey(follower, bot_id), follower, {
    ...listedIn(look && dueAt(dueCalendars, `${dueNameOf(follower)}/${calendar_event_id}/${bot_id}`, look), {
      ...followerList(follower.calendar_id),
      position: `${join_at}#${calendar_event_id}/${bot_id}`,
    }),
    ...expiring(new Date(join_at), keptMs),
  });
};

/** Who follows, of a bot that does. */
export const followerOf = ({ id, project_id, join_at, follows }: Bot): Follower | undefined =>
  follows && {
    project_id,
    bot_id: id,
    join_at,
    calendar_id: follows.calendar_id,
    calendar_event_id: follows.calendar_event_id,
  };

/** Writes that belong together with that of a bot: where it stands among those who follow, and when its event is looked at. */
export const following = (bot: Bot, now: Date): Write[] => {
  const follower = followerOf(bot);
  return follower ? [{ put: itemOf(follower, looksBefore(bot.join_at, now)[0]) }] : [];
};

/** That a calendar is still there; belongs together with a bot that is to follow one of its events. */
export const isStillThere = (ref: CalendarRef): Write => ({ check: calendarKey(ref), when: { exists: true } });

/** The write that belongs together with the removal of a bot. */
export const followingNoMore = (bot: Bot): Write[] => {
  const follower = followerOf(bot);
  return follower ? [{ delete: followerKey(follower, bot.id) }] : [];
};

export const followerRepository = (table: Table) => ({
  /** Those who follow an event. */
  async ofEvent(ref: CalendarEventRef): Promise<Follower[]> {
    const { pk: partition } = followerKey(ref, '');
    return (await table.query({ partition, prefix: followerPrefix })).map(followerItems.recordOf);
  },

  async get(ref: CalendarEventRef, botId: string): Promise<Follower | undefined> {
    const item = await table.get(followerKey(ref, botId));
    return item && followerItems.recordOf(item);
  },

  /** Those who follow events of a calendar and join between two moments, the first ones first. */
  async ofCalendar(
    { project_id, calendar_id }: CalendarRef,
    { from, until, limit }: { readonly from?: Date; readonly until?: Date; readonly limit?: number } = {},
  ): Promise<Pick<Follower, 'project_id' | 'calendar_event_id' | 'bot_id' | 'join_at'>[]> {
    const positions = await positionsIn(table, followerList(calendar_id), {
      ...(from && { above: from.toISOString() }),
      ...(until && { below: `${until.toISOString()}$` }),
      ...(limit !== undefined && { limit }),
    });
    return positions.map((position) => {
      const [join_at = '', names = ''] = position.split('#');
      const [calendar_event_id = '', bot_id = ''] = names.split('/');
      return { project_id, join_at, calendar_event_id, bot_id };
    });
  },

  /** Says when the event of a follower is looked at next, or with nothing that it is not; unless the bot moved meanwhile. */
  async lookAgain(follower: Follower, at: Date | undefined): Promise<void> {
    const when = { equals: { join_at: follower.join_at } };
    await attempt(table.write({ put: itemOf(follower, at), when }));
  },

  async remove(ref: CalendarEventRef, botId: string): Promise<void> {
    await table.write({ delete: followerKey(ref, botId) });
  },
});
export type FollowerRepository = ReturnType<typeof followerRepository>;
