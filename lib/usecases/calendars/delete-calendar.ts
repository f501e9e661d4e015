import { NotFoundError } from '../../domain/errors.ts';
import type { CalendarRepository } from '../../storage/calendars.ts';
import type { CalendarRef } from '../../storage/keys.ts';
import { retryStale } from '../retry-stale.ts';

/**
 * Removes a calendar; its secrets are gone with the answer. What else there is of it follows by way of the table's
 * stream (`clean-up-calendar`): channels are stopped, bots that are scheduled for its events deleted, its events removed.
 * @throws NotFoundError when the project has no such calendar
 */
export const createDeleteCalendar =
  ({ calendars }: { calendars: Pick<CalendarRepository, 'record' | 'remove'> }) =>
  (ref: CalendarRef): Promise<void> =>
    retryStale(async () => {
      const calendar = await calendars.record(ref);
      if (!calendar) throw new NotFoundError('calendar');
      await calendars.remove(calendar);
    });
