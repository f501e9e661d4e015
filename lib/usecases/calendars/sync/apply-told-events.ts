/** What was told of a calendar becomes what is known of it: its events are stored, and bots follow those that changed. */
import type { Calendar } from '../../../domain/calendar/calendar.ts';
import {
  type CalendarEvent,
  contentHash,
  eventAfter,
  eventIdOf,
  eventIdOfKey,
  knownHash,
  newEvent,
  type SeenEvent,
  seenAsKnown,
} from '../../../domain/calendar/calendar-event.ts';
import type { SyncState } from '../../../domain/calendar/sync-state.ts';
import { keyOfDerived } from '../../../domain/ids.ts';
import type { CalendarPlatformClient, Window } from '../../../ports/calendar-platform.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Digest } from '../../../storage/calendars/calendar-digests.ts';
import type { CalendarEventRepository } from '../../../storage/calendars/calendar-events.ts';
import type { FollowerRepository } from '../../../storage/calendars/calendar-followers.ts';
import { refOfEvent } from '../../../storage/calendars/joinable-events.ts';
import { retryStale } from '../../retry-stale.ts';
import type { FollowEvent } from './follow-event.ts';
import type { Told } from './list-told-events.ts';

export interface ApplyToldEventsPorts {
  readonly events: Pick<CalendarEventRepository, 'getMany' | 'get' | 'add' | 'save'>;
  readonly followers: Pick<FollowerRepository, 'ofEvent'>;
  readonly followEvent: FollowEvent;
  readonly clock: Clock;
}

/** The calendar that events belong to. */
export type Owner = Pick<Calendar, 'id' | 'project_id' | 'created_at'>;

export const ownerOf = ({ project_id, calendar_id, calendar_created_at }: SyncState): Owner => ({
  project_id,
  id: calendar_id,
  created_at: calendar_created_at,
});

export interface Applied {
  readonly digest: Digest;
  /** Events that are not as they were, in the order in which they were told. */
  readonly changed: readonly string[];
}

/** Asks for an event by its id on the platform. */
type Ask = (platformUuid: string) => ReturnType<CalendarPlatformClient['event']>;

const mostAtOnce = 25;

const overlaps = ({ start_time, end_time }: Pick<CalendarEvent, 'start_time' | 'end_time'>, { from, until }: Window) =>
  Date.parse(start_time) < until.getTime() && Date.parse(end_time) > from.getTime();

export const createApplyToldEvents = ({ events, followers, followEvent, clock }: ApplyToldEventsPorts) => {
  /** Stores what was seen of an event over what was known, and answers it as it is then; undefined when it never was. */
  const store = (calendar: Owner, seen: SeenEvent, known: CalendarEvent | undefined) => {
    let before = known;
    return retryStale(async (): Promise<CalendarEvent | undefined> => {
      const { details } = seen;
      const now = clock.now();
      if (!before) {
        if (!details) return undefined;
        const event = newEvent(calendar, { ...seen, details }, now);
        if (await events.add(event)) return event;
        before = await events.get(refOfEvent(event));
        if (!before) return undefined;
      }
      const after = eventAfter(before, seen, now);
      if (!after) return before;
      const stale = before;
      before = undefined;
      await events.save(after).catch(async (error: unknown) => {
        before = await events.get(refOfEvent(stale));
        throw error;
      });
      return after;
    });
  };

  /** Stores events, and has bots follow those that were known before: nobody can follow a new one yet. */
  const apply = async (calendar: Owner, seen: readonly SeenEvent[], goOn: () => Promise<void>): Promise<void> => {
    for (let i = 0; i < seen.length; i += mostAtOnce) {
      await goOn();
      const batch = seen.slice(i, i + mostAtOnce);
      const ids = batch.map(({ id }) => id);
      const known = new Map((await events.getMany(calendar.project_id, ids)).map((event) => [event.id, event]));
      await Promise.all(
        batch.map(async (one) => {
          const before = known.get(one.id);
          const event = await store(calendar, one, before);
          if (event && before) await followEvent(event);
        }),
      );
    }
  };

  /**
   * Known events of the window that were not told of: deleted ones, as a rule. But a page may have been short, and an
   * occurrence may have been moved out of the window: one that a bot follows is asked for by its id before it is believed.
   * One that is there and cannot be read is not missing, nor is one that begins after the window: it stays known, so that
   * it is heard of when it is cancelled there, and missed when its time comes. Where somebody else has stored that it was
   * moved there, it counts as seen: nobody has told of it yet.
   */
  const seenOfMissing = async (
    calendar: Owner,
    digest: Digest,
    ids: readonly string[],
    window: Window,
    ask: Ask,
  ): Promise<{ missing: SeenEvent[]; kept: string[] }> => {
    const missing: SeenEvent[] = [];
    const kept: string[] = [];
    for (const event of await events.getMany(calendar.project_id, ids)) {
      const { id, platform_uuid, is_deleted } = event;
      if (!overlaps(event, window)) {
        if (is_deleted || Date.parse(event.start_time) < window.until.getTime()) continue;
        if (digest.get(keyOfDerived(id)) === knownHash(event)) kept.push(id);
        else missing.push(seenAsKnown(event));
        continue;
      }
      // One that is known to be deleted counts all the same: whoever found it may not have told its bots.
      const isFollowed = !is_deleted && (await followers.ofEvent(refOfEvent(event))).length > 0;
      const told = isFollowed ? await ask(platform_uuid) : undefined;
      if (told === 'unread') kept.push(id);
      else missing.push({ id, platform_uuid, platform_updated_at: null, ...(told ?? { details: undefined }) });
    }
    return { missing, kept };
  };

  return {
    apply,

    /** Applies a list, and whatever it left out; what could not be read stays as it is. Repeated with the same digest it finds the same changes again. */
    async applyList(
      calendar: Owner,
      digest: Digest,
      { events: told, unread, window }: Pick<Told, 'events' | 'unread' | 'window'>,
      {
        now,
        ask,
        goOn,
      }: {
        readonly now: Window;
        readonly ask: Ask;
        readonly goOn: () => Promise<void>;
      },
    ): Promise<Applied> {
      const seen = [...told.values()].map(
        (event): SeenEvent => ({ ...event, id: eventIdOf(calendar, event.platform_uuid) }),
      );
      const isKnown = ({ id }: SeenEvent): boolean => digest.has(keyOfDerived(id));
      const relevant = seen.filter((one) => isKnown(one) || (one.details !== undefined && overlaps(one.details, now)));
      const keysOf = (ids: readonly string[]): Set<string> => new Set(ids.map(keyOfDerived));
      const keys = keysOf(relevant.map(({ id }) => id));
      const unclear = keysOf([...unread].map((platformUuid) => eventIdOf(calendar, platformUuid)));
      const unseen = window ? [...digest.keys()].filter((key) => !keys.has(key) && !unclear.has(key)) : [];
      const looked = window
        ? await seenOfMissing(
            calendar,
            digest,
            unseen.map((key) => eventIdOfKey(calendar, key)),
            window,
            ask,
          )
        : { missing: [], kept: [] };
      const all = [...relevant, ...looked.missing];
      const hashes = new Map(all.map((one) => [keyOfDerived(one.id), contentHash(one)]));
      const changed = all.filter(({ id }) => digest.get(keyOfDerived(id)) !== hashes.get(keyOfDerived(id)));
      await apply(calendar, changed, goOn);
      const kept = window ? new Set([...unclear, ...keysOf(looked.kept)]) : undefined;
      const before = [...digest].filter(([key]) => kept?.has(key) ?? true);
      return { digest: new Map([...before, ...hashes]), changed: changed.map(({ id }) => id) };
    },
  };
};
export type ApplyToldEvents = ReturnType<typeof createApplyToldEvents>;
