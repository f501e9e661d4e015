/** Calendars and their events to test with. */
import { randomBytes } from 'node:crypto';
import { type Calendar, createCalendar } from '../../../lib/domain/calendar/calendar.ts';
import {
  type CalendarEvent,
  type EventDetails,
  eventIdOf,
  newEvent,
} from '../../../lib/domain/calendar/calendar-event.ts';
import { newId } from '../../../lib/domain/ids.ts';
import type { Table } from '../../../lib/ports/table.ts';
import { calendarEventRepository } from '../../../lib/storage/calendars/calendar-events.ts';
import type { SealedCredentials } from '../../../lib/storage/calendars/calendar-item.ts';
import { calendarRepository } from '../../../lib/storage/calendars/calendars.ts';

const hourMs = 3_600_000;

export const aCalendar = (details: Partial<Calendar> = {}, at = new Date('2026-03-02T09:00:00.000Z')): Calendar => ({
  ...createCalendar(
    {
      id: newId('calendar', at, randomBytes(10)),
      project_id: 'prj_01KJNWKZ00ABCDEFGHJKMNPQRS',
      platform: 'calendar_provider_a',
      client_id: 'app.example.com',
      platform_uuid: null,
      metadata: { user: 'maya' },
      deduplication_key: null,
    },
    at,
  ),
  ...details,
});

/** What a box that seals nothing makes of secrets. */
export const plainSecrets = JSON.stringify({ client_secret: 's3cret', refresh_token: 't0ken' });

export const sealedCredentials = (
  { project_id, id, client_id }: Calendar,
  secrets_sealed = plainSecrets,
): SealedCredentials => ({
  project_id,
  calendar_id: id,
  client_id,
  secrets_sealed,
  granted_at: null,
});

/** An event of an hour, which begins in an hour. */
export const eventDetails = (details: Partial<EventDetails> = {}, now = new Date()): EventDetails => ({
  recurring_platform_uuid: null,
  ical_uid: 'e1@example.com',
  occurrence_uid: '0b6a1d7c52e94f08a3c1be7d6f2480e5',
  meeting_url: 'https://meet.google.com/abc-defg-hij',
  meeting_platform: 'google_meet',
  start_time: new Date(now.getTime() + hourMs).toISOString(),
  end_time: new Date(now.getTime() + 2 * hourMs).toISOString(),
  is_all_day: false,
  self_response: 'accepted',
  name: 'Review',
  attendees: [{ email: 'maya@example.com', name: 'Maya' }],
  organizer_email: 'maya@example.com',
  ...details,
});

export const anEventOf = (
  calendar: Calendar,
  details: Partial<CalendarEvent> = {},
  now = new Date(),
): CalendarEvent => {
  const platform_uuid = details.platform_uuid ?? 'e1';
  const seen = { id: eventIdOf(calendar, platform_uuid), platform_uuid, platform_updated_at: null };
  return { ...newEvent(calendar, { ...seen, details: eventDetails({}, now) }, now), ...details };
};

/** Stores a calendar, with credentials that nobody can open. */
export const storeCalendar = async (
  table: Table,
  details: Partial<Calendar> = {},
  at = new Date(),
): Promise<Calendar> => {
  const calendar = aCalendar(details, at);
  await calendarRepository(table).create(calendar, sealedCredentials(calendar));
  return calendar;
};

/** Stores an event of a calendar that is there. */
export const storeEvent = async (
  table: Table,
  calendar: Calendar,
  details: Partial<CalendarEvent> = {},
  now = new Date(),
): Promise<CalendarEvent> => {
  const event = anEventOf(calendar, details, now);
  await calendarEventRepository(table).add(event);
  return event;
};
