/**
 * What is due about calendars has a name: a calendar to look at, a bot whose event is to be looked at, a farewell. These are
 * listed by when they are due; that bots are to be called off is only told.
 */
import type { CalendarRef } from '../keys.ts';

export const dueCalendars = 'calendars';

/** The name under which a calendar is due. That of a look begins with it, and goes on with the event and the bot. */
export const dueNameOf = ({ project_id, calendar_id }: CalendarRef): string => `${project_id}/${calendar_id}`;

const farewell = 'farewell/';
const bots = 'bots/';
/** The name under which the farewell to the platform of a calendar is due. */
export const farewellNameOf = (ref: CalendarRef): string => farewell + dueNameOf(ref);
/** The name under which it is due to call off the bots of a calendar that is disconnected. */
export const botsNameOf = (ref: CalendarRef): string => bots + dueNameOf(ref);

/** What a name says to be due. */
export const dueIn = (name: string) => {
  const prefix = [farewell, bots].find((it) => name.startsWith(it)) ?? '';
  const [project_id = '', calendar_id = '', calendar_event_id, bot_id] = name.slice(prefix.length).split('/');
  const look = calendar_event_id !== undefined && bot_id !== undefined ? { calendar_event_id, bot_id } : undefined;
  return { isFarewell: prefix === farewell, isOfBots: prefix === bots, calendar: { project_id, calendar_id }, look };
};
