import { openTable } from '#adapters/table.ts';
import { presentCalendar } from '../../../lib/api/present/calendar.ts';
import { calendarRoutes } from '../../../lib/api/routes/calendars.ts';
import { systemClock } from '../../../lib/ports/clock.ts';
import { calendarSyncRepository } from '../../../lib/storage/calendars/calendar-sync.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';
import { createUpdateCalendar } from '../../../lib/usecases/calendars/update-calendar.ts';
import { http } from '../../middleware/http.ts';
import { openSecretBox } from '../../wiring/secrets.ts';

const table = openTable();
const updateCalendar = createUpdateCalendar({
  calendars: calendarRepository(table),
  syncs: calendarSyncRepository(table),
  secretBox: openSecretBox(table),
  clock: systemClock,
});

export const handler = http(calendarRoutes.updateCalendar, table, async ({ ref, body }) =>
  presentCalendar(await updateCalendar(ref, body)),
);
