import * as z from 'zod';
import { calendarPlatforms } from '../../domain/calendar/calendar-platforms.ts';
import { syncFailures } from '../../domain/calendar/sync-failures.ts';
import type { Channel, SyncState } from '../../domain/calendar/sync-state.ts';
import { StaleError } from '../../domain/errors.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { dueAt } from '../due.ts';
import { failingOf } from '../failing.ts';
import { type Fields, itemKind } from '../item-kind.ts';
import { type CalendarRef, calendarSyncKey } from '../keys.ts';
import { listedIn } from '../listings.ts';
import { dueCalendars, dueNameOf } from './due-calendars.ts';

const syncItems = itemKind<SyncState>('calendar_sync', () =>
  z.object({
    project_id: z.string(),
    calendar_id: z.string(),
    platform: z.enum(calendarPlatforms),
    platform_uuid: z.string().nullable(),
    calendar_created_at: z.string(),
    is_connected: z.boolean(),
    credentials_version: z.number(),
    generation: z.number(),
    lease_until: z.string().nullable(),
    // Of a state that does not say it, nobody knows.
    is_torn: z.boolean().default(true),
    not_before: z.string().nullable(),
    failure: failingOf(syncFailures.names).nullable(),
    cursor: z.string().nullable(),
    listed_at: z.string().nullable(),
    zone: z.string().nullable(),
    asked: z.object({ day: z.string(), requests: z.number() }),
    channels: z.array(
      z.object({
        id: z.string(),
        platform_uuid: z.string(),
        expires_at: z.string(),
        renew_at: z.string(),
        is_silent: z.boolean().exactOptional(),
      } satisfies Fields<Channel>),
    ),
    watch_again_at: z.string().nullable(),
    small_pages_until: z.string().nullable().default(null),
    last_attempted_sync_at: z.string().nullable(),
    last_successful_sync_at: z.string().nullable(),
  } satisfies Fields<SyncState>),
);

/** The item of a state. Without a moment it is not due. */
export const itemOfSync = (state: SyncState, due: Date | undefined): Item =>
  syncItems.itemOf(calendarSyncKey(state), state, listedIn(due && dueAt(dueCalendars, dueNameOf(state), due)));

export const syncIn = syncItems.recordOf;

/** Whether an item among others is that of a state. */
export const isSync = syncItems.isKindOf;

/** The write that makes a calendar due anew, in vain for whoever is at work on it. */
export const restarting = (state: SyncState, due: Date, previous: SyncState): Write => ({
  put: itemOfSync(state, due),
  when: { equals: { generation: previous.generation } },
});

/** The write of a run's end after which the calendar is not looked at any more. */
export const endingSync = (state: SyncState): Write => ({
  put: itemOfSync(state, undefined),
  when: { equals: { generation: state.generation } },
});

/** Who is at work on calendars. Every write of a run names the run's generation: one that was overtaken writes nothing. */
export const calendarSyncRepository = (table: Pick<Table, 'get' | 'write' | 'update'>) => {
  /** @throws StaleError when the run was overtaken, or the calendar is gone */
  const whileOwn = async ({ calendar_id }: SyncState, writing: Promise<unknown>): Promise<void> => {
    const { refusal } = await attempt(writing);
    if (refusal) throw new StaleError(calendar_id, { cause: refusal });
  };

  return {
    async get(ref: CalendarRef): Promise<SyncState | undefined> {
      const item = await table.get(calendarSyncKey(ref));
      return item && syncItems.recordOf(item);
    },

    /** Begins a run, and keeps what its message said of channels: no other one says it again. Answers false when somebody else was first, or the calendar is gone. */
    async take(state: SyncState, before: SyncState): Promise<boolean> {
      const { generation, lease_until, is_torn, last_attempted_sync_at, channels } = state;
      const set = { generation, lease_until, is_torn, last_attempted_sync_at, channels };
      const when = { equals: { generation: before.generation } };
      return (await attempt(table.write({ update: calendarSyncKey(state), set, when }))).isDone;
    },

    /** Says that something was stored beside the runs. @throws StaleError when a run has begun, or the calendar is gone */
    async tear({ is_torn, generation, ...ref }: SyncState, before: SyncState): Promise<void> {
      const when = { equals: { generation: before.generation } };
      const set = { generation, is_torn };
      await whileOwn(before, table.write({ update: calendarSyncKey(ref), set, when }));
    },

    /** Goes on with a run. @throws StaleError when it was overtaken, or the calendar is gone */
    async prolong(state: SyncState): Promise<void> {
      const { generation, lease_until } = state;
      const when = { equals: { generation } };
      await whileOwn(state, table.write({ update: calendarSyncKey(state), set: { lease_until }, when }));
    },

    /** Lets others run after a run that was overtaken, unless one of them does. */
    async release({ lease_until, ...ref }: CalendarRef & Pick<SyncState, 'lease_until'>): Promise<void> {
      const when = { equals: { lease_until } };
      await attempt(table.write({ update: calendarSyncKey(ref), set: { lease_until: null }, when }));
    },

    /** Ends a run: its state, and what belongs together with it. @throws StaleError when the run was overtaken */
    async finish(state: SyncState, due: Date, together: readonly Write[] = []): Promise<void> {
      const { generation } = state;
      await whileOwn(
        state,
        table.write({ put: itemOfSync(state, due), when: { equals: { generation } } }, ...together),
      );
    },
  };
};
export type CalendarSyncRepository = ReturnType<typeof calendarSyncRepository>;
