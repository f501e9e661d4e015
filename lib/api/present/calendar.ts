/** What of our records of calendars a client sees. Never their secrets, which are not in these records. */
import type { KnownCalendar } from '../../domain/calendar/calendar.ts';
import type { CalendarEvent } from '../../domain/calendar/calendar-event.ts';
import type { CalendarBody, CalendarEventBody } from '../schemas/calendars.ts';

/** A moment as it is written with microseconds. */
const inMicroseconds = (moment: string): string => moment.replace(/\.(\d{3})Z$/, '.$1000Z');

export const presentCalendar = ({ calendar, times }: KnownCalendar): CalendarBody => ({
  id: calendar.id,
  platform: calendar.platform,
  client_id: calendar.client_id,
  platform_uuid: calendar.platform_uuid,
  state: calendar.state,
  metadata: calendar.metadata,
  deduplication_key: calendar.deduplication_key,
  connection_failure_data: calendar.connection_failure_data,
  created_at: inMicroseconds(calendar.created_at),
  updated_at: inMicroseconds(calendar.updated_at),
  last_successful_sync_at: times.last_successful_sync_at,
  last_attempted_sync_at: times.last_attempted_sync_at,
});

export const presentCalendarEvent = (event: CalendarEvent): CalendarEventBody => ({
  id: event.id,
  calendar_id: event.calendar_id,
  platform_uuid: event.platform_uuid,
  recurring_platform_uuid: event.recurring_platform_uuid,
  ical_uid: event.ical_uid,
  occurrence_uid: event.occurrence_uid,
  meeting_url: event.meeting_url,
  start_time: event.start_time,
  end_time: event.end_time,
  is_all_day: event.is_all_day,
  ...(event.first_day !== undefined && { first_day: event.first_day }),
  is_deleted: event.is_deleted,
  self_response: event.self_response,
  name: event.name,
  attendees: event.attendees.map(({ email, name }) => ({ email, name })),
  organizer_email: event.organizer_email,
  created_at: event.created_at,
  updated_at: event.updated_at,
});
