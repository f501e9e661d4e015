import type { CalendarEvent } from '../../domain/calendar/calendar-event.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { CalendarEventRepository } from '../../storage/calendars/calendar-events.ts';
import type { CalendarEventRef } from '../../storage/keys.ts';

/** @throws NotFoundError when no calendar of the project has such an event */
export const createGetCalendarEvent =
  ({ events }: { events: Pick<CalendarEventRepository, 'get' | 'hasCalendar'> }) =>
  async (ref: CalendarEventRef): Promise<CalendarEvent> => {
    const event = await events.get(ref);
    if (!event || !(await events.hasCalendar(event))) throw new NotFoundError('calendar event');
    return event;
  };
