/**
 * Where platforms tell of changes, by POST and without a key: what they tell carries a secret that was given to them. One
 * function hears all of them. They are no part of the API, and so in no document of it.
 */
import type { CalendarPlatform } from '../domain/calendar/calendar-platforms.ts';

export const hookRoutes = {
  calendar_provider_a: '/hooks/calendar_provider_a',
  calendar_provider_b: '/hooks/calendar_provider_b',
} as const satisfies Record<CalendarPlatform, string>;

/** The function's file below `lambdas/`, without its ending. */
export const hookHandler = 'calendars/hear';
