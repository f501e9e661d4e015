/** Events as far as bots are concerned: what creates bots reads no more of them, and every cold start of that reads this file. */
import * as z from 'zod';
import type { CalendarEvent } from '../../domain/calendar/calendar-event.ts';
import { platforms } from '../../domain/meeting/known-platforms.ts';
import type { Table, Write } from '../../ports/table.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type CalendarEventRef, type CalendarRef, calendarEventKey, calendarKey } from '../keys.ts';

export type JoinableEvent = Pick<
  CalendarEvent,
  | 'id'
  | 'project_id'
  | 'calendar_id'
  | 'meeting_url'
  | 'meeting_platform'
  | 'start_time'
  | 'end_time'
  | 'is_all_day'
  | 'is_deleted'
  | 'version'
>;

export const eventKind = 'calendar_event';

/** How what bots need of an event is stored. */
export const joinableFields = () =>
  ({
    id: z.string(),
    project_id: z.string(),
    calendar_id: z.string(),
    meeting_url: z.string().nullable(),
    meeting_platform: z.enum(platforms).nullable(),
    start_time: z.string(),
    end_time: z.string(),
    is_all_day: z.boolean(),
    is_deleted: z.boolean(),
    version: z.number(),
  }) satisfies Fields<JoinableEvent>;

const joinableItems = itemKind<JoinableEvent>(eventKind, () => z.object(joinableFields()));

export const refOfEvent = ({ project_id, id }: Pick<CalendarEvent, 'project_id' | 'id'>): CalendarEventRef => ({
  project_id,
  calendar_event_id: id,
});

/** That an event is still as it was read; belongs together with what was decided on by it. */
export const unchanged = (event: JoinableEvent): Write => ({
  check: calendarEventKey(refOfEvent(event)),
  when: { equals: { version: event.version } },
});

export const joinableEventReader = (table: Pick<Table, 'get'>) => ({
  async get(ref: CalendarEventRef): Promise<JoinableEvent | undefined> {
    const item = await table.get(calendarEventKey(ref));
    return item && joinableItems.recordOf(item);
  },

  /** Whether the calendar of an event is still there: its events go a moment later than it. */
  async hasCalendar(ref: CalendarRef): Promise<boolean> {
    return (await table.get(calendarKey(ref))) !== undefined;
  },
});
export type JoinableEventReader = ReturnType<typeof joinableEventReader>;
