import { eventIdOfKey, knownHash } from '../../../domain/calendar/calendar-event.ts';
import type { CalendarPlatform } from '../../../domain/calendar/calendar-platforms.ts';
import { type SyncFailure, syncFailures } from '../../../domain/calendar/sync-failures.ts';
import {
  asked,
  doubted,
  dueAfterSuccess,
  hasSeen,
  heard,
  isLeased,
  isSilent,
  isWatched,
  leased,
  mayAsk,
  prolonged,
  runsInMs,
  type SyncState,
  triedAgainAt,
  wantsSmallPages,
  withSmallPages,
} from '../../../domain/calendar/sync-state.ts';
import { StaleError } from '../../../domain/errors.ts';
import { isLongFailing, noFailure } from '../../../domain/grant/failures.ts';
import { keyOfDerived } from '../../../domain/ids.ts';
import { longestQueueDelaySeconds } from '../../../domain/queue-delay.ts';
import { type Asking, type CalendarPlatformClient, PlatformError } from '../../../ports/calendar-platform.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Queue } from '../../../ports/queue.ts';
import { countedLines } from '../../../process/counted-lines.ts';
import { log } from '../../../process/log.ts';
import {
  type Digest,
  type DigestRepository,
  replacingDigest,
  unknownHash,
} from '../../../storage/calendars/calendar-digests.ts';
import type { CalendarEventRepository } from '../../../storage/calendars/calendar-events.ts';
import type { FollowerRepository } from '../../../storage/calendars/calendar-followers.ts';
import type { CalendarSyncRepository } from '../../../storage/calendars/calendar-sync.ts';
import type { CalendarRef } from '../../../storage/keys.ts';
import type { CalendarMessage } from '../calendar-queue.ts';
import type { CleanUpCalendar } from '../clean-up-calendar.ts';
import { type ApplyToldEvents, ownerOf } from './apply-told-events.ts';
import type { DisconnectCalendar } from './disconnect-calendar.ts';
import { listToldEvents, windowAt } from './list-told-events.ts';
import type { OpenCalendar } from './open-calendar.ts';
import type { WatchCalendar } from './watch-calendar.ts';

export type ClientOf = (platform: CalendarPlatform, asking: Asking) => CalendarPlatformClient;

export interface SyncCalendarPorts {
  readonly syncs: Pick<CalendarSyncRepository, 'get' | 'take' | 'prolong' | 'release' | 'finish'>;
  readonly digests: DigestRepository;
  readonly events: Pick<CalendarEventRepository, 'ids' | 'getMany'>;
  readonly followers: Pick<FollowerRepository, 'ofCalendar'>;
  readonly openCalendar: OpenCalendar;
  readonly applyToldEvents: ApplyToldEvents;
  readonly watchCalendar: WatchCalendar;
  readonly disconnectCalendar: DisconnectCalendar;
  readonly cleanUpCalendar: CleanUpCalendar;
  readonly clientOf: ClientOf;
  readonly queue: Queue;
  readonly clock: Clock;
  /** A number in [0, 1). */
  readonly chance: () => number;
}

/** What a message was about when nothing was to be done. */
export type SyncOutcome = 'gone' | 'seen' | 'not now' | 'later' | 'overtaken' | 'synced' | SyncFailure;

/** Whoever finds another run at work comes back after so long. */
const laterSeconds = 5;
/** A lease is made longer once so much of it is over. */
const prolongedEachMs = 20_000;
const soonMs = 3_600_000;

const failureOf = ({ trouble }: PlatformError): SyncFailure => {
  if (trouble === 'access_refused') return 'invalid_grant';
  if (trouble === 'cursor_dead') return 'refused';
  return trouble === 'not_found' ? 'calendar_not_found' : trouble;
};

/** What became of a run's requests. */
interface Asked {
  readonly requests: number;
  /** Small pages were read where others were too much. */
  readonly wereSmallPages: boolean;
}

/** Until when a run has the calendar for itself, as it was last stored. */
type Lease = Pick<SyncState, 'lease_until'>;

/**
 * One run: looks at a calendar and learns what there is to learn. Of several at once one runs, the others come back. A
 * run that is killed anywhere is simply run again: its cursor and its digest, with the news, are written last, in one.
 */
export const createSyncCalendar = (ports: SyncCalendarPorts) => {
  const { syncs, digests, events, followers, openCalendar, applyToldEvents, watchCalendar, queue, clock } = ports;

  const hasBotSoon = async (ref: CalendarRef): Promise<boolean> => {
    const from = clock.now();
    return (await followers.ofCalendar(ref, { from, until: new Date(from.getTime() + soonMs), limit: 1 })).length > 0;
  };

  /**
   * What is known of events in short. What was stored since that was written, by a run that did not come to its end or by
   * a look, counts as unknown: an event that is gone since, or is again as it was before, would be taken for known, and
   * stay as it was stored.
   */
  const known = async (state: SyncState, isTorn: boolean): Promise<Digest> => {
    const digest = await digests.get(state);
    if (!isTorn) return digest;
    // The list of them may be late: of an event that was moved it may know only where it was, or nothing.
    const created_at = state.calendar_created_at;
    const inDigest = [...digest.keys()].map((key) => eventIdOfKey({ created_at }, key));
    const ids = new Set([...inDigest, ...(await events.ids(state))]);
    const stored = await events.getMany(state.project_id, [...ids]);
    const hashes = stored.map((event) => [keyOfDerived(event.id), knownHash(event)] as const);
    const differing = hashes.filter(([key, hash]) => digest.get(key) !== hash);
    return new Map([...digest, ...differing.map(([key]) => [key, unknownHash] as const)]);
  };

  /** Everything between lease and end. Answers what became of it, and has written nothing that a repetition would double. */
  const look = async (
    state: SyncState,
    client: CalendarPlatformClient,
    isTorn: boolean,
    hold: (lease: Lease) => void,
  ) => {
    let prolongedAt = Date.parse(state.last_attempted_sync_at ?? clock.now().toISOString());
    const goOn = async (): Promise<void> => {
      const now = clock.now();
      if (now.getTime() - prolongedAt < prolongedEachMs) return;
      const longer = prolonged(state, now);
      await syncs.prolong(longer);
      hold(longer);
      prolongedAt = now.getTime();
    };
    const access_token = await openCalendar.accessToken(state, client);
    await goOn();
    const place = { access_token, platform_uuid: state.platform_uuid, zone: state.zone };
    const now = clock.now();
    const told = await listToldEvents({ client, place, goOn }, state, now);
    const isNothingNew = told.window === undefined && told.events.size === 0;
    const before = isNothingNew ? new Map<string, string>() : await known(state, isTorn);
    const there = { ...place, zone: told.zone };
    const applied = isNothingNew
      ? { digest: before, changed: [] }
      : await applyToldEvents.applyList(ownerOf(state), before, told, {
          now: windowAt(now),
          ask: (platformUuid) => client.event(there, platformUuid),
          goOn,
        });
    await goOn();
    const watching = await watchCalendar.watch(client, there, state);
    const isStillTorn = isTorn && isNothingNew;
    return { place, told, before, applied, watching, isTorn, isStillTorn, listedAt: told.window ? now : undefined };
  };

  /** The state after what a run has learned of how its platform is asked. */
  const afterAsking = (state: SyncState, { requests, wereSmallPages }: Asked, now: Date): SyncState => {
    const after = asked(state, requests, now);
    return wereSmallPages ? withSmallPages(after, now) : after;
  };

  const succeed = async (
    state: SyncState,
    { told, before, applied, watching, isTorn, isStillTorn, listedAt }: Awaited<ReturnType<typeof look>>,
    how: Asked,
  ): Promise<void> => {
    const now = clock.now();
    const after: SyncState = {
      ...afterAsking(state, how, now),
      ...watching,
      ...noFailure,
      lease_until: null,
      is_torn: isStillTorn,
      cursor: told.cursor ?? (listedAt ? null : state.cursor),
      listed_at: listedAt?.toISOString() ?? state.listed_at,
      zone: told.zone,
      last_successful_sync_at: now.toISOString(),
    };
    const isTold = isWatched(after, now);
    const outlook = { isWatched: isTold, hasBotSoon: !isTold && (await hasBotSoon(state)) };
    const { changed, digest } = applied;
    const isSame = (!isTorn || isStillTorn) && changed.length === 0 && digest.size === before.size;
    await syncs.finish(after, dueAfterSuccess(after, outlook, now, ports.chance()), [
      ...(isSame ? [] : replacingDigest(state, applied, before)),
    ]);
  };

  const fail = async (state: SyncState, error: PlatformError, how: Asked): Promise<SyncFailure> => {
    const now = clock.now();
    const failure = failureOf(error);
    const isNew = state.last_successful_sync_at === null;
    const { patience, due, disconnection } = syncFailures.after(state, failure, now, error.retry_after_seconds, isNew);
    const after: SyncState = { ...afterAsking(state, how, now), ...patience, lease_until: null };
    const { project_id, calendar_id } = state;
    const facts = { project_id, calendar_id, failure, platform_says: error.message };
    if (isLongFailing(after, now)) log.error(countedLines.calendarFails, facts);
    else log.warn('calendar run failed', facts);
    if (disconnection) await ports.disconnectCalendar(after, disconnection);
    else await syncs.finish(after, due);
    return failure;
  };

  const run = async (state: SyncState, isTorn: boolean, hold: (lease: Lease) => void): Promise<SyncOutcome> => {
    const how = { requests: 0, wereSmallPages: false };
    const client = ports.clientOf(state.platform, {
      onRequest: () => {
        how.requests += 1;
      },
      // A platform that was at fault the last time is not burdened further.
      isPatient: state.failure === null,
      wantsSmallPages: wantsSmallPages(state, clock.now()),
      onSmallPages: () => {
        how.wereSmallPages = true;
      },
    });
    try {
      const looked = await look(state, client, isTorn, hold).catch((error: unknown) => {
        if (!(error instanceof PlatformError) || error.trouble !== 'access_refused') throw error;
        // The token was good for too short a time, or was taken back: another one, once.
        openCalendar.forget(state);
        return look(state, client, true, hold);
      });
      await succeed(state, looked, how).catch(async (error: unknown) => {
        // Nobody will know of a channel that an overtaken run has made.
        const made = looked.watching.channels.filter(({ id }) => !state.channels.some((known) => known.id === id));
        if (error instanceof StaleError) await watchCalendar.close(client, looked.place, made);
        throw error;
      });
      return 'synced';
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (!syncFailures.isPassing(error.trouble)) openCalendar.forget(state);
      return await fail(state, error, how);
    }
  };

  return async (message: CalendarMessage & CalendarRef): Promise<SyncOutcome> => {
    const { told_at, heard_by, is_doubted = false, ...ref } = message;
    const now = clock.now();
    const state = await syncs.get(ref);
    if (!state) {
      // What a run of a calendar that was deleted meanwhile may have left.
      await ports.cleanUpCalendar(ref);
      return 'gone';
    }
    const laterRunSuffices = !is_doubted && !isSilent(state, heard_by);
    if (told_at !== undefined && laterRunSuffices && hasSeen(state, new Date(told_at))) return 'seen';
    const isDue = mayAsk(state, now);
    const again = told_at !== undefined && !isDue ? triedAgainAt(state, new Date(told_at)) : undefined;
    // Only this message says that a channel may be silent.
    if (!isDue && !again && !(is_doubted && state.is_connected)) return 'not now';
    const runs_in_ms = Math.max(runsInMs(state, now), again ? again.getTime() - now.getTime() : 0);
    const waits_ms = isLeased(state, now) ? laterSeconds * 1000 : runs_in_ms;
    const comeBack = async (seconds: number): Promise<SyncOutcome> => {
      const body = { ...message, told_at: told_at ?? now.toISOString() };
      await queue.send([{ body, delay_seconds: seconds, group: ref.project_id }]);
      return 'later';
    };
    if (!isDue && !again) return comeBack(longestQueueDelaySeconds);
    if (waits_ms > 0) return comeBack(Math.ceil(waits_ms / 1000));
    const listening = heard(state, heard_by);
    const taken = leased(is_doubted ? doubted(listening, now) : listening, now);
    if (!(await syncs.take(taken, state))) return comeBack(laterSeconds);
    let lease: Lease = taken;
    try {
      return await run(taken, state.is_torn, (longer) => {
        lease = longer;
      });
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
      // It was deleted, was given other credentials, or a look has found news: whoever did that sees to the rest.
      await syncs.release({ ...ref, lease_until: lease.lease_until });
      if (!(await syncs.get(ref))) await ports.cleanUpCalendar(ref);
      return 'overtaken';
    }
  };
};
