import { openTable } from '#adapters/table.ts';
import { presentCalendar } from '../../../lib/api/present/calendar.ts';
import { calendarRoutes } from '../../../lib/api/routes/calendars.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { createCreateCalendar } from '../../../lib/usecases/calendars/create-calendar.ts';
import { http } from '../../middleware/http.ts';
import { openSecretBox } from '../../wiring/secrets.ts';

const table = openTable();
const createCalendar = createCreateCalendar({
  calendars: calendarRepository(table),
  secretBox: openSecretBox(table),
  clock: systemClock,
});

export const handler = http(calendarRoutes.createCalendar, table, async ({ caller, body }) =>
  presentCalendar(await createCalendar(caller.project_id, body)),
);
