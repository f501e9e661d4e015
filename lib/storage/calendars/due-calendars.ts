/** Lists what is due at a moment: calendars to look at, bots whose events are to be looked at, and farewells. */
import type { CalendarRef } from '../keys.ts';

export const dueCalendars = 'calendars';

/** The name under which a calendar is due. That of a look begins with it, and goes on with the event and the bot. */
export const dueNameOf = ({ project_id, calendar_id }: CalendarRef): string => `${project_id}/${calendar_id}`;

const farewell = 'farewell/';
/** The name under which the farewell to the platform of a calendar is due. */
export const farewellNameOf = (ref: CalendarRef): string => farewell + dueNameOf(ref);

/** What a name says to be due. */
export const dueIn = (name: string) => {
  const isFarewell = name.startsWith(farewell);
  const [project_id = '', calendar_id = '', calendar_event_id, bot_id] = (
    isFarewell ? name.slice(farewell.length) : name
  ).split('/');
  const look = calendar_event_id !== undefined && bot_id !== undefined ? { calendar_event_id, bot_id } : undefined;
  return { isFarewell, calendar: { project_id, calendar_id }, look };
};
