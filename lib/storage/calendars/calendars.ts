import * as z from 'zod';
import type { Calendar, KnownCalendar, SyncTimes } from '../../domain/calendar/calendar.ts';
import { firstSync, type SyncState } from '../../domain/calendar/sync-state.ts';
import { DuplicateKeyError, StaleError } from '../../domain/errors.ts';
import type { Positioned } from '../../domain/page.ts';
import type { Item, Query, Table, Write } from '../../ports/table.ts';
import { attempt, attemptFreeing } from '../attempt.ts';
import { getAll } from '../get-all.ts';
import { itemKind } from '../item-kind.ts';
import {
  type CalendarRef,
  calendarCredentialsKey,
  calendarDeduplicationKey,
  calendarKey,
  calendarSyncKey,
} from '../keys.ts';
import { positionsIn } from '../listings.ts';
import { type OnUnreadable, readable, recordsOf } from '../readable.ts';
import { removeAll } from '../remove-all.ts';
import {
  calendarIn,
  calendarList,
  credentialsIn,
  itemOfCalendar,
  itemOfCredentials,
  refOfCalendar,
  type SealedCredentials,
} from './calendar-item.ts';
import { isSync, itemOfSync, syncIn } from './calendar-sync.ts';

/** Which calendar holds a deduplication key. */
const locks = itemKind('calendar_deduplication', () => z.object({ calendar_id: z.string() }));

/** The first run follows from the table's stream. Should that get lost, a sweep finds the calendar so much later. */
const firstDueMs = 5 * 60_000;

const neverLooked: SyncTimes = { last_attempted_sync_at: null, last_successful_sync_at: null };

export interface Connection {
  readonly calendar: Calendar;
  readonly credentials: SealedCredentials;
  readonly sync: SyncState;
}

/** The calendars of projects, with their credentials. Every write names the version that it replaces. */
export const calendarRepository = (table: Table) => {
  const lockOf = ({ project_id, deduplication_key }: Calendar) =>
    deduplication_key === null ? undefined : calendarDeduplicationKey(project_id, deduplication_key);

  const known = async (refs: readonly CalendarRef[], onUnreadable?: OnUnreadable): Promise<KnownCalendar[]> => {
    const keys = refs.flatMap((ref) => [calendarKey(ref), calendarSyncKey(ref)]);
    const items = await getAll(table, keys);
    const syncs = new Map(items.filter(isSync).map((item) => [item.pk, item]));
    const knownOf = (item: Item): KnownCalendar => {
      const sync = syncs.get(item.pk);
      return { calendar: calendarIn(item), times: sync ? syncIn(sync) : neverLooked };
    };
    return recordsOf(
      items.filter((item) => !isSync(item)),
      knownOf,
      onUnreadable,
    );
  };

  return {
    /** @throws DuplicateKeyError while another calendar of the project holds the deduplication key */
    async create(calendar: Calendar, credentials: SealedCredentials): Promise<void> {
      const lock = lockOf(calendar);
      const due = new Date(Date.parse(calendar.created_at) + firstDueMs);
      const { refusal } = await attempt(
        table.write(
          { put: itemOfCalendar(calendar), when: { exists: false } },
          { put: itemOfCredentials(credentials) },
          { put: itemOfSync(firstSync(calendar), due) },
          ...(lock ? [{ put: locks.itemOf(lock, { calendar_id: calendar.id }), when: { exists: false } }] : []),
        ),
      );
      if (refusal?.index === 3) throw new DuplicateKeyError(calendar.deduplication_key ?? '', 'calendar');
      if (refusal) throw refusal;
    },

    async get(ref: CalendarRef): Promise<KnownCalendar | undefined> {
      return (await known([ref]))[0];
    },

    /** The calendar's own record alone. */
    async record(ref: CalendarRef): Promise<Calendar | undefined> {
      const item = await table.get(calendarKey(ref));
      return item && calendarIn(item);
    },

    async credentials(ref: CalendarRef): Promise<SealedCredentials | undefined> {
      const item = await table.get(calendarCredentialsKey(ref));
      return item && credentialsIn(item);
    },

    /** Puts credentials in the place of others. Answers false when these are not there any more. */
    async renewCredentials(credentials: SealedCredentials, previous: SealedCredentials): Promise<boolean> {
      return (await attempt(table.write(replacing(credentials, previous)))).isDone;
    },

    /** Writes `calendar` over `previous`, and what belongs together with it. @throws StaleError when it is not that any more */
    async save(calendar: Calendar, previous: Calendar, together: readonly Write[] = []): Promise<void> {
      const { refusal } = await attempt(
        table.write({ put: itemOfCalendar(calendar), when: { equals: { version: previous.version } } }, ...together),
      );
      if (refusal) throw new StaleError(calendar.id, { cause: refusal });
    },

    /** All that connects a calendar with its platform. */
    async connection(ref: CalendarRef): Promise<Connection | undefined> {
      const keys = [calendarKey(ref), calendarCredentialsKey(ref), calendarSyncKey(ref)];
      const [calendar, credentials, sync] = await table.getMany(keys);
      return calendar && credentials && sync
        ? { calendar: calendarIn(calendar), credentials: credentialsIn(credentials), sync: syncIn(sync) }
        : undefined;
    },

    /**
     * Removes a calendar with its secrets, so that nobody looks at it from now on, and writes what belongs together with
     * that. Its events and bots follow by way of the table's stream. @throws StaleError when it has changed meanwhile
     */
    async remove({ calendar, credentials, sync }: Connection, together: readonly Write[] = []): Promise<void> {
      const ref = refOfCalendar(calendar);
      const lock = lockOf(calendar);
      const { secrets_sealed } = credentials;
      const { generation, lease_until } = sync;
      const own: Write[] = [
        { delete: calendarKey(ref), when: { equals: { version: calendar.version } } },
        { delete: calendarCredentialsKey(ref), when: { equals: { secrets_sealed } } },
        // Not when a run has begun, or ended, meanwhile: it may know of other channels.
        { delete: calendarSyncKey(ref), when: { equals: { generation, lease_until } } },
      ];
      const freed: Write[] = lock ? [{ delete: lock, when: { equals: { calendar_id: calendar.id } } }] : [];
      const { refusal } = await attemptFreeing(table, own, freed, together);
      if (refusal) throw new StaleError(calendar.id, { cause: refusal });
    },

    /** Removes what is left of a calendar that was removed: what was known of its events, and was told of it. */
    async removeRest(ref: CalendarRef): Promise<void> {
      await removeAll(table, calendarKey(ref).pk, '');
    },

    /** The id of the calendar that holds a deduplication key; by `readable`'s rule. */
    async holderOf(projectId: string, key: string, onUnreadable?: OnUnreadable): Promise<string | undefined> {
      const item = await table.get(calendarDeduplicationKey(projectId, key));
      return item && readable(locks.recordOf, onUnreadable)(item)?.calendar_id;
    },

    /** The ids of a project's calendars, beginning after the id `after` in the order that is asked for. */
    ids: (projectId: string, order: Pick<Query, 'after' | 'order' | 'limit'>): Promise<string[]> =>
      positionsIn(table, calendarList(projectId), order),

    /**
     * The calendars with these ids, in their order; those gone meanwhile are left out, and those that cannot be read by
     * `readable`'s rule.
     */
    async at(
      project_id: string,
      ids: readonly string[],
      onUnreadable?: OnUnreadable,
    ): Promise<Positioned<KnownCalendar>[]> {
      const refs = ids.map((calendar_id) => ({ project_id, calendar_id }));
      const found = await known(refs, onUnreadable);
      return found.map((value) => ({ position: value.calendar.id, value }));
    },
  };
};
export type CalendarRepository = ReturnType<typeof calendarRepository>;

/** The write that puts credentials in the place of others, unless these have changed meanwhile. */
export const replacing = (credentials: SealedCredentials, previous: SealedCredentials): Write => ({
  put: itemOfCredentials(credentials),
  when: { equals: { secrets_sealed: previous.secrets_sealed } },
});
