/** Calendars: connecting, watching and ending them, and reading their events. */
import {
  CalendarBody,
  CalendarEventBody,
  CreateCalendarBody,
  ListCalendarEventsQuery,
  ListCalendarsQuery,
  UpdateCalendarBody,
} from '../schemas/calendars.ts';
import { NoQuery, pageOf } from '../schemas/fields.ts';
import type { Route } from './route.ts';

export const calendarRoutes = {
  createCalendar: {
    method: 'POST',
    path: '/api/v1/calendars',
    of: 'calendar',
    caller: 'key',
    success: 201,
    query: NoQuery,
    body: CreateCalendarBody,
    response: CalendarBody,
  },
  listCalendars: {
    method: 'GET',
    path: '/api/v1/calendars',
    of: 'calendar',
    caller: 'key',
    success: 200,
    query: ListCalendarsQuery,
    response: pageOf(CalendarBody),
  },
  getCalendar: {
    method: 'GET',
    path: '/api/v1/calendars/{object_id}',
    of: 'calendar',
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: CalendarBody,
  },
  updateCalendar: {
    method: 'PATCH',
    path: '/api/v1/calendars/{object_id}',
    of: 'calendar',
    caller: 'key',
    success: 200,
    query: NoQuery,
    body: UpdateCalendarBody,
    response: CalendarBody,
  },
  deleteCalendar: {
    method: 'DELETE',
    path: '/api/v1/calendars/{object_id}',
    of: 'calendar',
    caller: 'key',
    success: 200,
    query: NoQuery,
  },
  listCalendarEvents: {
    method: 'GET',
    path: '/api/v1/calendar_events',
    of: 'calendar_event',
    caller: 'key',
    success: 200,
    query: ListCalendarEventsQuery,
    response: pageOf(CalendarEventBody),
  },
  getCalendarEvent: {
    method: 'GET',
    path: '/api/v1/calendar_events/{object_id}',
    of: 'calendar_event',
    caller: 'key',
    success: 200,
    query: NoQuery,
    response: CalendarEventBody,
  },
} as const satisfies Record<string, Route>;
