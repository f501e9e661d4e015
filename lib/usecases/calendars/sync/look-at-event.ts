import { contentHash, type SeenEvent } from '../../../domain/calendar/calendar-event.ts';
import { looksBefore } from '../../../domain/calendar/followed-event.ts';
import { syncFailures } from '../../../domain/calendar/sync-failures.ts';
import { mayAskUrgently, torn } from '../../../domain/calendar/sync-state.ts';
import { StaleError } from '../../../domain/errors.ts';
import { keyOfDerived } from '../../../domain/ids.ts';
import { PlatformError } from '../../../ports/calendar-platform.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Queue } from '../../../ports/queue.ts';
import { log } from '../../../process/log.ts';
import type { DigestRepository } from '../../../storage/calendars/calendar-digests.ts';
import type { CalendarEventRepository } from '../../../storage/calendars/calendar-events.ts';
import type { Follower, FollowerRepository } from '../../../storage/calendars/calendar-followers.ts';
import type { CalendarSyncRepository } from '../../../storage/calendars/calendar-sync.ts';
import { dueNameOf } from '../../../storage/calendars/due-calendars.ts';
import type { CalendarEventRef, CalendarRef } from '../../../storage/keys.ts';
import { retryStale } from '../../retry-stale.ts';
import type { CalendarMessage } from '../calendar-queue.ts';
import { type ApplyToldEvents, ownerOf } from './apply-told-events.ts';
import type { OpenCalendar } from './open-calendar.ts';
import type { ClientOf } from './sync-calendar.ts';

export interface LookAtEventPorts {
  readonly syncs: Pick<CalendarSyncRepository, 'get' | 'tear'>;
  readonly digests: DigestRepository;
  readonly events: Pick<CalendarEventRepository, 'get'>;
  readonly followers: Pick<FollowerRepository, 'get' | 'lookAgain'>;
  readonly openCalendar: OpenCalendar;
  readonly applyToldEvents: Pick<ApplyToldEvents, 'apply'>;
  readonly clientOf: ClientOf;
  readonly queue: Queue;
  readonly clock: Clock;
}

export type LookOutcome = 'gone' | 'not now' | 'looked' | 'failed';

/**
 * Looks at one event shortly before the bot that follows it joins, whatever the platform told of it or did not. Should
 * that fail there is one more look; then the bot goes by what is known. @throws whatever is our own fault
 */
export const createLookAtEvent = (ports: LookAtEventPorts) => {
  const { syncs, digests, events, followers, openCalendar, applyToldEvents, clientOf, queue, clock } = ports;

  const again = (follower: Follower): Promise<void> =>
    followers.lookAgain(follower, looksBefore(follower.join_at, clock.now())[0]);

  /**
   * Has the calendar looked at where this event is not as its digest has it: a change is to be told of, and were the event
   * changed back before, a run would take it for what it knew.
   */
  const leaveToRun = async (ref: CalendarRef, seen: SeenEvent): Promise<void> => {
    if ((await digests.get(ref)).get(keyOfDerived(seen.id)) === contentHash(seen)) return;
    await retryStale(async () => {
      const state = await syncs.get(ref);
      if (state) await syncs.tear(torn(state), state);
    });
    const body: CalendarMessage = { id: dueNameOf(ref), told_at: clock.now().toISOString() };
    await queue.send([{ body, group: ref.project_id }]);
  };

  const look = async (follower: Follower): Promise<LookOutcome> => {
    const [state, event] = await Promise.all([syncs.get(follower), events.get(follower)]);
    if (!state || !event || !mayAskUrgently(state, clock.now())) {
      await again(follower);
      return 'not now';
    }
    try {
      const client = clientOf(state.platform, { onRequest: () => undefined, isPatient: state.failure === null });
      const access_token = await openCalendar.accessToken(state, client);
      const place = { access_token, platform_uuid: state.platform_uuid, zone: state.zone };
      const told = await client.event(place, event.platform_uuid);
      if (told === 'unread') throw new PlatformError('broken_answer', 'the event is not understood');
      const { id, platform_uuid } = event;
      const seen = { id, platform_uuid, platform_updated_at: null, ...(told ?? { details: undefined }) };
      await applyToldEvents.apply(ownerOf(state), [seen], async () => undefined);
      await leaveToRun(follower, seen);
      await followers.lookAgain(follower, undefined);
      return 'looked';
    } catch (error) {
      if (!(error instanceof PlatformError || error instanceof StaleError)) throw error;
      if (!(error instanceof PlatformError && syncFailures.isPassing(error.trouble))) openCalendar.forget(state);
      const { calendar_id, bot_id } = follower;
      log.warn('event not looked at', { calendar_id, bot_id, reason: error.message });
      await again(follower);
      return 'failed';
    }
  };

  return async (ref: CalendarEventRef, botId: string): Promise<LookOutcome> => {
    const follower = await followers.get(ref, botId);
    if (!follower) return 'gone';
    try {
      return await look(follower);
    } catch (error) {
      // The queue hands it out again too, but that may be too late.
      await again(follower);
      throw error;
    }
  };
};
