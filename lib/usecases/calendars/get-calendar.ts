import type { KnownCalendar } from '../../domain/calendar/calendar.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { CalendarRepository } from '../../storage/calendars/calendars.ts';
import type { CalendarRef } from '../../storage/keys.ts';

/** @throws NotFoundError when the project has no such calendar */
export const createGetCalendar =
  ({ calendars }: { calendars: Pick<CalendarRepository, 'get'> }) =>
  async (ref: CalendarRef): Promise<KnownCalendar> => {
    const known = await calendars.get(ref);
    if (!known) throw new NotFoundError('calendar');
    return known;
  };
