import type { Table } from '../../ports/table.ts';
import { log } from '../../process/log.ts';
import { calendarSyncRepository } from '../../storage/calendars/calendar-sync.ts';
import { dueCalendars } from '../../storage/calendars/due-calendars.ts';
import { dueRepository } from '../../storage/due.ts';
import { createReleaseLeases } from '../../usecases/calendars/sync/release-leases.ts';

/** Takes back what a service had in hand that ran on this data before: there is one at a time, so it is no more. */
export const releaseCalendars = async (table: Table): Promise<void> => {
  const released = await createReleaseLeases({
    due: dueRepository(table, dueCalendars),
    syncs: calendarSyncRepository(table),
    onFault: (error, ref) => log.error('a calendar could not be looked at', { ...ref }, error),
  })();
  if (released > 0) log.info('calendars that were being looked at are looked at anew', { calendars: released });
};
