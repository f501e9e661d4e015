/** The next meetings of a calendar, each with the bot that goes to it. */
import type { Bot, CalendarEvent } from '../../lib/client/generated.ts';

export interface Meeting {
  readonly event: CalendarEvent;
  readonly bot: Bot | undefined;
}

/** How long before it begins a bot may set out to a meeting. */
const earlyMs = 30 * 60_000;
const over = ['ended', 'fatal_error', 'data_deleted'];

const isFor = ({ id, meeting_url, start_time, end_time }: CalendarEvent, bot: Bot): boolean => {
  // One that was sent for an event is of no other, though several may have the same link.
  if (bot.calendar_event_id !== undefined) return bot.calendar_event_id === id;
  const joins = Date.parse(bot.join_at);
  return bot.meeting_url === meeting_url && joins >= Date.parse(start_time) - earlyMs && joins < Date.parse(end_time);
};

/** Events that are not over, by their start, without those that were cancelled; a bot that is over gives way to one that is not. */
export const meetingsOf = (events: readonly CalendarEvent[], bots: readonly Bot[], now: number): Meeting[] =>
  events
    .filter(({ is_deleted, end_time }) => !is_deleted && Date.parse(end_time) > now)
    .map((event) => {
      const going = bots.filter((bot) => isFor(event, bot));
      return { event, bot: going.find(({ state }) => !over.includes(state)) ?? going[0] };
    });
