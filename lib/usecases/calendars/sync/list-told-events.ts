/** What a platform tells of a calendar: everything in the days around now, or what has changed. */
import type { SyncState } from '../../../domain/calendar/sync-state.ts';
import {
  type CalendarPlace,
  type CalendarPlatformClient,
  type EventList,
  PlatformError,
  type ToldEvent,
  type Window,
} from '../../../ports/calendar-platform.ts';
import { log } from '../../../process/log.ts';

const dayMs = 86_400_000;
const daysBehind = 1;
const daysAhead = 28;
const mostPages = 200;
/** What a list of changes may have left out is found when everything is listed again. */
const listedAgainMs = dayMs;

/** The days in which events are known. */
export const windowAt = (at: Date): Window => ({
  from: new Date(at.getTime() - daysBehind * dayMs),
  until: new Date(at.getTime() + daysAhead * dayMs),
});

export interface Told {
  /** The newest that was told of each event, by its id on the platform. */
  readonly events: ReadonlyMap<string, ToldEvent>;
  /** Events of which it was told what could not be read, by their ids on the platform. */
  readonly unread: ReadonlySet<string>;
  /** The window that was listed whole; undefined for a list of changes. */
  readonly window: Window | undefined;
  readonly cursor: string | null;
  readonly zone: string | null;
}

interface Listing {
  readonly client: Pick<CalendarPlatformClient, 'events'>;
  readonly place: CalendarPlace;
  /** Called before each page but the first. */
  readonly goOn: () => Promise<void>;
}

const readAll = async ({ client, place, goOn }: Listing, list: EventList): Promise<Told> => {
  const events = new Map<string, ToldEvent>();
  const unread = new Set<string>();
  const followed = new Set<string>();
  for (let page: string | undefined; ; ) {
    const read = await client.events(place, list, page);
    for (const event of read.events) events.set(event.platform_uuid, event);
    for (const event of read.unread) {
      unread.add(event);
      log.warn('calendar event not understood', { event });
    }
    page = read.next;
    if (page === undefined) {
      const window = 'window' in list ? list.window : undefined;
      return { events, unread, window, cursor: read.cursor ?? null, zone: read.zone };
    }
    if (followed.has(page) || followed.size + 1 >= mostPages)
      throw new PlatformError('broken_answer', 'pages without end');
    followed.add(page);
    await goOn();
  }
};

const listOf = ({ cursor, listed_at }: SyncState, now: Date): EventList => {
  const isFresh = listed_at !== null && now.getTime() - Date.parse(listed_at) < listedAgainMs;
  return cursor !== null && isFresh ? { cursor } : { window: windowAt(now) };
};

/** All that there is to learn since the last run. Where the platform does not know the cursor any more: everything. */
export const listToldEvents = async (listing: Listing, state: SyncState, now: Date): Promise<Told> => {
  const list = listOf(state, now);
  try {
    return await readAll(listing, list);
  } catch (error) {
    const isDead = error instanceof PlatformError && error.trouble === 'cursor_dead' && 'cursor' in list;
    if (!isDead) throw error;
    return readAll(listing, { window: windowAt(now) });
  }
};
