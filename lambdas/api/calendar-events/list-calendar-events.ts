import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { presentCalendarEvent } from '../../../lib/api/present/calendar.ts';
import { calendarRoutes } from '../../../lib/api/routes/calendars.ts';
import { calendarEventRepository } from '../../../lib/storage/calendars/calendar-events.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { createListCalendarEvents } from '../../../lib/usecases/calendars/list-calendar-events.ts';
import { httpList } from '../../middleware/http-list.ts';
import { onUnreadable } from '../../wiring/left-out.ts';

const table = openTable();
const listCalendarEvents = createListCalendarEvents({
  calendars: calendarRepository(table),
  events: calendarEventRepository(table),
  onUnreadable,
});

export const handler = httpList(calendarRoutes.listCalendarEvents, table, async ({ caller, query, list }) => {
  const { cursor, ...input } = query;
  const page = await listCalendarEvents(caller.project_id, { from: cursorOf(list), ...input });
  return presentPage(page, list, presentCalendarEvent);
});
