import { openTable } from '#adapters/table.ts';
import { calendarRoutes } from '../../../lib/api/routes/calendars.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { createDeleteCalendar } from '../../../lib/usecases/calendars/delete-calendar.ts';
import { http } from '../../middleware/http.ts';

const table = openTable();
const deleteCalendar = createDeleteCalendar({ calendars: calendarRepository(table), clock: systemClock });

export const handler = http(calendarRoutes.deleteCalendar, table, ({ ref }) => deleteCalendar(ref));
