import { openTable } from '#adapters/table.ts';
import { presentCalendarEvent } from '../../../lib/api/present/calendar.ts';
import { calendarRoutes } from '../../../lib/api/routes/calendars.ts';
import { calendarEventReader } from '../../../lib/storage/calendars/calendar-events.ts';
import { createGetCalendarEvent } from '../../../lib/usecases/calendars/get-calendar-event.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const getCalendarEvent = createGetCalendarEvent({ events: calendarEventReader(table) });

export const handler = http(calendarRoutes.getCalendarEvent, table, async ({ ref }) =>
  presentCalendarEvent(await getCalendarEvent(ref)),
);
