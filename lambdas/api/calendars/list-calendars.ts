import { openTable } from '#adapters/table.ts';
import { cursorOf, presentPage } from '../../../lib/api/paging.ts';
import { presentCalendar } from '../../../lib/api/present/calendar.ts';
import { calendarRoutes } from '../../../lib/api/routes/calendars.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { createListCalendars } from '../../../lib/usecases/calendars/list-calendars.ts';
import { httpList } from '../../middleware/http-list.ts';
import { onUnreadable } from '../../wiring/left-out.ts';

const table = openTable();
const listCalendars = createListCalendars({ calendars: calendarRepository(table), onUnreadable });

export const handler = httpList(calendarRoutes.listCalendars, table, async ({ caller, query, list }) => {
  const { cursor, ...input } = query;
  return presentPage(await listCalendars(caller.project_id, { from: cursorOf(list), ...input }), list, presentCalendar);
});
