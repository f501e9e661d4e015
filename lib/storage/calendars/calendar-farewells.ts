/** Farewells: platforms of deleted calendars are still to be told that they need not tell of changes any more. */
import * as z from 'zod';
import { type CalendarPlatform, calendarPlatforms } from '../../domain/calendar/calendar-platforms.ts';
import { type Channel, liveChannels } from '../../domain/calendar/sync-state.ts';
import type { Item, Table, Write } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { type Due, type DueShard, dueAt, dueRepository, dueShards } from '../due.ts';
import { expiring, type Fields, itemKind } from '../item-kind.ts';
import { type CalendarRef, calendarFarewellKey, channelKey } from '../keys.ts';
import { listedIn } from '../listings.ts';
import type { SealedCredentials } from './calendar-item.ts';
import type { Connection } from './calendars.ts';
import { dueCalendars, farewellNameOf } from './due-calendars.ts';

/** The channels of a calendar that was deleted, and what it takes to end them. */
export interface Farewell extends CalendarRef, Pick<SealedCredentials, 'client_id' | 'secrets_sealed'> {
  readonly platform: CalendarPlatform;
  readonly channels: readonly Pick<Channel, 'id' | 'platform_uuid'>[];
  /** How often the platform did not hear it. */
  readonly failures: number;
}

const farewellItems = itemKind<Farewell>('calendar_farewell', () =>
  z.object({
    project_id: z.string(),
    calendar_id: z.string(),
    platform: z.enum(calendarPlatforms),
    client_id: z.string(),
    secrets_sealed: z.string(),
    channels: z.array(z.object({ id: z.string(), platform_uuid: z.string() })),
    failures: z.number(),
  } satisfies Fields<Farewell>),
);

/** Nothing is due later. */
const latestMoment = new Date('9999-12-31T23:59:59.999Z');

/** It is said when the table's stream tells of the deletion. Should that get lost, a sweep finds it so much later. */
const firstDueMs = 5 * 60_000;
/** Whatever happens, nothing of the secrets is kept for longer. */
const keptMs = 86_400_000;

const itemOf = (farewell: Farewell, due: Date, now: Date): Item =>
  farewellItems.itemOf(calendarFarewellKey(farewell), farewell, {
    ...listedIn(dueAt(dueCalendars, farewellNameOf(farewell), due)),
    ...expiring(now, keptMs),
  });

/**
 * The writes that belong together with the deletion of a calendar: nothing that its channels tell is listened to from
 * then on, and their platform is to be told.
 */
export const sayingFarewell = ({ calendar, credentials, sync }: Connection, now: Date): Write[] => {
  const channels = liveChannels(sync, now).map(({ id, platform_uuid }) => ({ id, platform_uuid }));
  if (channels.length === 0) return [];
  const { project_id, calendar_id, client_id, secrets_sealed } = credentials;
  const { platform } = calendar;
  const farewell = { project_id, calendar_id, platform, client_id, secrets_sealed, channels, failures: 0 };
  return [
    { put: itemOf(farewell, new Date(now.getTime() + firstDueMs), now) },
    ...channels.map(({ id }) => ({ delete: channelKey(id) })),
  ];
};

const mostAtOnce = 1000;

/** How many platforms are still to be told of calendars that a project has deleted. Its secrets are needed until then. */
export const countFarewells = async (table: Table, projectId: string): Promise<number> => {
  const begin = farewellNameOf({ project_id: projectId, calendar_id: '' });
  const due = dueRepository(table, dueCalendars);
  const inShard = async (shard: DueShard): Promise<number> => {
    let count = 0;
    for (let after: Due | undefined; ; ) {
      const some = await due.list(shard, latestMoment, { limit: mostAtOnce, ...(after && { after }) });
      count += some.filter(({ id }) => id.startsWith(begin)).length;
      after = some.at(-1);
      if (some.length < mostAtOnce) return count;
    }
  };
  return (await Promise.all(dueShards.map(inShard))).reduce((sum, count) => sum + count, 0);
};

export const farewellRepository = (table: Pick<Table, 'get' | 'write'>) => ({
  async get(ref: CalendarRef): Promise<Farewell | undefined> {
    const item = await table.get(calendarFarewellKey(ref));
    return item && farewellItems.recordOf(item);
  },

  /** Has it said again at another moment, unless somebody has said it meanwhile. */
  async sayAgain(farewell: Farewell, due: Date, now: Date): Promise<void> {
    const again = { ...farewell, failures: farewell.failures + 1 };
    await attempt(table.write({ put: itemOf(again, due, now), when: { exists: true } }));
  },

  async remove(ref: CalendarRef): Promise<void> {
    await table.write({ delete: calendarFarewellKey(ref) });
  },
});
export type FarewellRepository = ReturnType<typeof farewellRepository>;
