import { serviceNow } from '../api/service-time.ts';
import { dayOf } from '../bots/times.ts';

/** Less than this lies between the zones of most people who have a calendar in common. */
const halfDayMs = 12 * 3_600_000;

/**
 * The first day of what lasts whole days: of that name in whatever zone. Of an event that was read before its day was kept, only when it
 * begins is known: at noon that is the day elsewhere too, less than half a day away.
 */
export const wholeDayOf = (
  { first_day, start_time }: { readonly first_day?: string; readonly start_time: string },
  now = serviceNow(),
): string => {
  const noon = first_day === undefined ? new Date(Date.parse(start_time) + halfDayMs) : new Date(`${first_day}T12:00`);
  return dayOf(noon.toISOString(), now);
};
