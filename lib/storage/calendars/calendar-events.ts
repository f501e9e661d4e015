import * as z from 'zod';
import { type Attendee, type CalendarEvent, forgottenAt, selfResponses } from '../../domain/calendar/calendar-event.ts';
import { StaleError } from '../../domain/errors.ts';
import type { Positioned } from '../../domain/page.ts';
import type { Item, Query, Table } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { getAll } from '../get-all.ts';
import { expiring, type Fields, itemKind } from '../item-kind.ts';
import { type CalendarEventRef, type CalendarRef, calendarEventKey } from '../keys.ts';
import { type List, listedIn, positionsIn } from '../listings.ts';
import { type OnUnreadable, recordsOf } from '../readable.ts';
import { removeAll } from '../remove-all.ts';
import { eventKind, joinableEventReader, joinableFields, refOfEvent } from './joinable-events.ts';

const eventItems = itemKind<CalendarEvent>(eventKind, () =>
  z.object({
    ...joinableFields(),
    platform_uuid: z.string(),
    recurring_platform_uuid: z.string().nullable(),
    ical_uid: z.string().nullable(),
    // Of an event that was stored before there was such a thing, it is known once its calendar is listed anew.
    occurrence_uid: z.string().nullable().default(null),
    // Likewise of whole days.
    first_day: z.string().exactOptional(),
    self_response: z.enum(selfResponses).nullable(),
    name: z.string().nullable(),
    attendees: z.array(z.object({ email: z.string(), name: z.string().nullable() } satisfies Fields<Attendee>)),
    organizer_email: z.string().nullable(),
    platform_updated_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  } satisfies Fields<CalendarEvent>),
);

/** The events of a calendar by their start. Of one calendar: its first run must not meet that of others in a partition. */
const eventList = (calendarId: string): List => ({ index: 'gsi1', partition: `${calendarId}#events` });
const positionOf = ({ start_time, id }: CalendarEvent): string => `${start_time}#${id}`;
const idAt = (position: string): string => position.slice(position.lastIndexOf('#') + 1);

const itemOf = (event: CalendarEvent): Item =>
  eventItems.itemOf(calendarEventKey(refOfEvent(event)), event, {
    ...listedIn({ ...eventList(event.calendar_id), position: positionOf(event) }),
    ...expiring(forgottenAt(event)),
  });

/** Events between two moments, by their start. */
export interface EventRange extends Pick<Query, 'after' | 'order' | 'limit'> {
  readonly start_after?: Date | undefined;
  readonly start_before?: Date | undefined;
}

/** Events one by one, for whoever does no more with them. */
export const calendarEventReader = (table: Pick<Table, 'get'>) => ({
  ...joinableEventReader(table),

  async get(ref: CalendarEventRef): Promise<CalendarEvent | undefined> {
    const item = await table.get(calendarEventKey(ref));
    return item && eventItems.recordOf(item);
  },
});

/** The events of calendars, each in a partition of its own with the bots that follow it. */
export const calendarEventRepository = (table: Table) => ({
  ...calendarEventReader(table),

  /** The events with these ids that there are, however many; those that cannot be read by `readable`'s rule. */
  async getMany(project_id: string, ids: readonly string[], onUnreadable?: OnUnreadable): Promise<CalendarEvent[]> {
    const keys = ids.map((calendar_event_id) => calendarEventKey({ project_id, calendar_event_id }));
    return recordsOf(await getAll(table, keys), eventItems.recordOf, onUnreadable);
  },

  /** Stores an event that nobody knows of yet. Answers false when somebody does. */
  async add(event: CalendarEvent): Promise<boolean> {
    return (await attempt(table.write({ put: itemOf(event), when: { exists: false } }))).isDone;
  },

  /** Writes an event over the version before. @throws StaleError when what is stored is not that any more */
  async save(event: CalendarEvent): Promise<void> {
    const write = { put: itemOf(event), when: { equals: { version: event.version - 1 } } };
    const { refusal } = await attempt(table.write(write));
    if (refusal) throw new StaleError(event.id, { cause: refusal });
  },

  /** The positions of a calendar's events: some of them may be gone. */
  async positions(
    { calendar_id }: CalendarRef,
    { start_after, start_before, ...range }: EventRange,
  ): Promise<string[]> {
    // '$' follows '#': events of that very moment are left out too.
    const bounds = {
      ...(start_after && { above: `${start_after.toISOString()}$` }),
      ...(start_before && { below: start_before.toISOString() }),
    };
    return positionsIn(table, eventList(calendar_id), { ...bounds, ...range });
  },

  /** The ids of a calendar's events: some of them may be gone, and new ones may be missing. */
  async ids(ref: CalendarRef): Promise<string[]> {
    return (await this.positions(ref, {})).map(idAt);
  },

  /** Events at these positions, in their order; those gone or moved meanwhile are left out. */
  async at(
    project_id: string,
    positions: readonly string[],
    onUnreadable?: OnUnreadable,
  ): Promise<Positioned<CalendarEvent>[]> {
    const found = await this.getMany(project_id, positions.map(idAt), onUnreadable);
    const events = new Map(found.map((event) => [positionOf(event), event]));
    return positions.flatMap((position) => {
      const value = events.get(position);
      return value ? [{ position, value }] : [];
    });
  },

  /** Removes the events at positions, with what is left of those who followed them. */
  async removeAt(project_id: string, positions: readonly string[]): Promise<void> {
    for (const calendar_event_id of positions.map(idAt)) {
      await removeAll(table, calendarEventKey({ project_id, calendar_event_id }).pk, '');
    }
  },
});
export type CalendarEventRepository = ReturnType<typeof calendarEventRepository>;
