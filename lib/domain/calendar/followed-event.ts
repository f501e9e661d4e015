/** Bots that follow an event of a calendar: from the event to the bot, and what a change of the one means for the other. */
import type { CalendarEvent } from './calendar-event.ts';

/** What of a bot comes from its event. */
export const followedFields = ['join_at', 'meeting_url'] as const;
export type FollowedField = (typeof followedFields)[number];

/** What a bot knows of the event that it follows. */
export interface FollowedEvent {
  readonly calendar_event_id: string;
  readonly calendar_id: string;
  /** What the client has changed itself since: it does not follow any more. */
  readonly pinned: readonly FollowedField[];
}

type Joinable = Pick<CalendarEvent, 'is_deleted' | 'is_all_day' | 'meeting_url' | 'start_time' | 'end_time'>;

/** Nobody is to join anything that is further ahead. */
export const furthestDays = 360;
const dayMs = 86_400_000;

/** Whether an event begins too far ahead for a bot to be created for it, or to wait for it. */
export const isTooFar = ({ start_time }: Pick<CalendarEvent, 'start_time'>, now: Date): boolean =>
  Date.parse(start_time) - now.getTime() > furthestDays * dayMs;

/** Why no bot can join an event, as a sentence about it; undefined when one can. */
export const faultOfEvent = (event: Joinable, now: Date): string | undefined => {
  if (event.is_deleted) return 'was cancelled';
  if (event.is_all_day) return 'lasts whole days: give meeting_url and join_at instead';
  if (event.meeting_url === null) return 'has no link to a supported meeting platform';
  if (Date.parse(event.end_time) <= now.getTime()) return 'is over';
  return isTooFar(event, now) ? `begins more than ${furthestDays} days ahead` : undefined;
};

/** When the bot of an event is to join; undefined for now, since it has begun. */
export const joinTimeOf = ({ start_time }: Pick<CalendarEvent, 'start_time'>, now: Date): string | undefined =>
  Date.parse(start_time) > now.getTime() ? start_time : undefined;

/** So long before a bot joins, its event is looked at once more, and again if that failed. */
const looksBeforeSeconds = [240, 180] as const;

/** The moments at which an event is to be looked at before a bot joins, first one first, those that are still to come. */
export const looksBefore = (join_at: string, now: Date): Date[] =>
  looksBeforeSeconds
    .map((seconds) => new Date(Date.parse(join_at) - seconds * 1000))
    .filter((moment) => moment.getTime() > now.getTime());

/** The event that a bot follows, with what the client has now set by itself. */
export const pinning = (followed: FollowedEvent, fields: readonly FollowedField[]): FollowedEvent => ({
  ...followed,
  pinned: followedFields.filter((field) => followed.pinned.includes(field) || fields.includes(field)),
});
