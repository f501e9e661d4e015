import { looksBefore } from '../../../domain/calendar/followed-event.ts';
import { syncFailures } from '../../../domain/calendar/sync-failures.ts';
import { mayAsk } from '../../../domain/calendar/sync-state.ts';
import { StaleError } from '../../../domain/errors.ts';
import { PlatformError } from '../../../ports/calendar-platform.ts';
import type { Clock } from '../../../ports/clock.ts';
import { log } from '../../../process/log.ts';
import type { CalendarEventRepository } from '../../../storage/calendars/calendar-events.ts';
import type { Follower, FollowerRepository } from '../../../storage/calendars/calendar-followers.ts';
import type { CalendarSyncRepository } from '../../../storage/calendars/calendar-sync.ts';
import type { CalendarEventRef } from '../../../storage/keys.ts';
import type { ApplyToldEvents } from './apply-told-events.ts';
import type { OpenCalendar } from './open-calendar.ts';
import type { ClientOf } from './sync-calendar.ts';

export interface LookAtEventPorts {
  readonly syncs: Pick<CalendarSyncRepository, 'get'>;
  readonly events: Pick<CalendarEventRepository, 'get'>;
  readonly followers: Pick<FollowerRepository, 'get' | 'lookAgain'>;
  readonly openCalendar: OpenCalendar;
  readonly applyToldEvents: Pick<ApplyToldEvents, 'apply'>;
  readonly clientOf: ClientOf;
  readonly clock: Clock;
}

export type LookOutcome = 'gone' | 'not now' | 'looked' | 'failed';

/**
 * Looks at one event shortly before the bot that follows it joins, whatever the platform told of it or did not. Should
 * that fail there is one more look; then the bot goes by what is known. @throws whatever is our own fault
 */
export const createLookAtEvent = (ports: LookAtEventPorts) => {
  const { syncs, events, followers, openCalendar, applyToldEvents, clientOf, clock } = ports;

  const again = (follower: Follower): Promise<void> =>
    followers.lookAgain(follower, looksBefore(follower.join_at, clock.now())[0]);

  const look = async (follower: Follower): Promise<LookOutcome> => {
    const [state, event] = await Promise.all([syncs.get(follower), events.get(follower)]);
    if (!state || !event || !mayAsk(state, clock.now())) {
      await again(follower);
      return 'not now';
    }
    try {
      const client = clientOf(state.platform, { onRequest: () => undefined, isPatient: true });
      const access_token = await openCalendar.accessToken(state, client);
      const place = { access_token, platform_uuid: state.platform_uuid, zone: state.zone };
      const told = await client.event(place, event.platform_uuid);
      if (told === 'unread') throw new PlatformError('broken_answer', 'the event is not understood');
      const { id, platform_uuid } = event;
      const seen = { id, platform_uuid, platform_updated_at: null, ...(told ?? { details: undefined }) };
      const owner = { id: state.calendar_id, project_id: state.project_id, created_at: state.calendar_created_at };
      await applyToldEvents.apply(owner, [seen], async () => undefined);
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
