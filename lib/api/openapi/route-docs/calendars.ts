/** What is said of the routes about calendars and their events. */
import type { calendarRoutes } from '../../routes/calendars.ts';
import { newSampleCalendar, revokedCalendar, sampleCalendar, sampleEvent } from '../samples.ts';
import { type DocsOf, pageOf } from './docs-of-route.ts';

export const calendarDocs: DocsOf<typeof calendarRoutes> = {
  createCalendar: {
    tag: 'Calendars',
    summary: 'Connect a calendar',
    description:
      'The platform is not asked before the answer: a calendar is `connected` at first, its events are there within seconds, and one whose credentials are ' +
      'refused is `disconnected` a minute later.',
    refusals: ['duplicate_deduplication_key'],
    examples: {
      calendar: {
        summary: "Somebody's primary calendar",
        body: {
          platform: sampleCalendar.platform,
          client_id: sampleCalendar.client_id,
          client_secret: 'your-client-secret',
          refresh_token: 'the-refresh-token-of-the-user',
          metadata: sampleCalendar.metadata,
          deduplication_key: sampleCalendar.deduplication_key,
        },
        response: newSampleCalendar,
      },
    },
  },
  listCalendars: {
    tag: 'Calendars',
    summary: 'List calendars, newest first',
    description: 'Newest first.',
    examples: {
      first: { summary: 'All of them', response: pageOf(sampleCalendar) },
      key: {
        summary: 'The one with a key',
        query: { deduplication_key: sampleCalendar.deduplication_key },
        response: pageOf(sampleCalendar),
      },
    },
  },
  getCalendar: {
    tag: 'Calendars',
    summary: 'Fetch a calendar',
    description: 'Whether the calendar is connected, if not why, and when it was looked at last.',
    examples: { calendar: { summary: 'A calendar', response: revokedCalendar } },
  },
  updateCalendar: {
    tag: 'Calendars',
    summary: 'Give a calendar other credentials, or other metadata',
    description:
      'With a new `refresh_token` or `client_secret` a calendar is `connected` again, and everything in it is listed anew. Its events keep their ids; bots that were ' +
      'deleted when it was disconnected do not come back.',
    examples: {
      credentials: {
        summary: 'Another refresh token',
        body: { refresh_token: 'another-refresh-token-of-the-user' },
        response: sampleCalendar,
      },
      metadata: { summary: 'Other metadata', body: { metadata: sampleCalendar.metadata }, response: sampleCalendar },
    },
  },
  deleteCalendar: {
    tag: 'Calendars',
    summary: 'Disconnect a calendar and forget it',
    description:
      'Its credentials are erased at once; bots that are scheduled for its events are deleted a moment later, and so are its events. Bots that have set out go on.',
    examples: { calendar: { summary: 'A calendar' } },
  },
  listCalendarEvents: {
    tag: 'Calendars',
    summary: 'List the events of a calendar by their start',
    description:
      'Those from yesterday to four weeks ahead, by their start; each occurrence of a series is an event. What was cancelled stays for a week, with `is_deleted`. Filtered by ' +
      '`updated_after`, a page may be short and still have a `next`; it is empty where none of the next five hundred events matches.',
    examples: {
      all: {
        summary: 'All of a calendar',
        query: { calendar_id: sampleCalendar.id },
        response: pageOf(sampleEvent),
      },
      changed: {
        summary: 'What has changed',
        query: { calendar_id: sampleCalendar.id, updated_after: '2026-12-30T16:00:00Z' },
        response: pageOf(sampleEvent),
      },
    },
  },
  getCalendarEvent: {
    tag: 'Calendars',
    summary: 'Fetch an event of a calendar',
    description: 'As the platform last told of it.',
    examples: { event: { summary: 'An event', response: sampleEvent } },
  },
};
