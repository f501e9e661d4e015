/** What of calendars is due at a moment: the calendars themselves, and bots whose events are to be looked at. */
import type { CalendarRef } from './keys.ts';

export const dueCalendars = 'calendars';

/** The name under which a calendar is due. That of a look begins with it, and goes on with the event and the bot. */
export const dueNameOf = ({ project_id, calendar_id }: CalendarRef): string => `${project_id}/${calendar_id}`;
