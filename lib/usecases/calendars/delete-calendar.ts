import { NotFoundError } from '../../domain/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import { sayingFarewell } from '../../storage/calendars/calendar-farewells.ts';
import type { CalendarRepository } from '../../storage/calendars/calendars.ts';
import type { CalendarRef } from '../../storage/keys.ts';
import { retryStale } from '../retry-stale.ts';

export interface DeleteCalendarPorts {
  readonly calendars: Pick<CalendarRepository, 'connection' | 'remove'>;
  readonly clock: Clock;
}

/**
 * Removes a calendar. Nobody looks at it from then on, and its secrets are gone with the answer; but while its platform
 * tells of changes, they are kept apart until it was told to stop (`end-channels`). Bots that are scheduled for its events,
 * and the events, follow by way of the table's stream (`clean-up-calendar`).
 * @throws NotFoundError when the project has no such calendar
 */
export const createDeleteCalendar =
  ({ calendars, clock }: DeleteCalendarPorts) =>
  (ref: CalendarRef): Promise<void> =>
    retryStale(async () => {
      const connection = await calendars.connection(ref);
      if (!connection) throw new NotFoundError('calendar');
      await calendars.remove(connection, sayingFarewell(connection, clock.now()));
    });
