import { openTable } from '#adapters/table.ts';
import { presentCalendar } from '../../../lib/api/present/calendar.ts';
import { calendarRoutes } from '../../../lib/api/routes/calendars.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { createGetCalendar } from '../../../lib/usecases/calendars/get-calendar.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const getCalendar = createGetCalendar({ calendars: calendarRepository(table) });

export const handler = http(calendarRoutes.getCalendar, table, async ({ ref }) =>
  presentCalendar(await getCalendar(ref)),
);
