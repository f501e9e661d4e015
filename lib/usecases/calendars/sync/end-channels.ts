import { syncFailures } from '../../../domain/calendar/sync-failures.ts';
import { failureLadderMinutes } from '../../../domain/grant/failures.ts';
import { PlatformError } from '../../../ports/calendar-platform.ts';
import type { Clock } from '../../../ports/clock.ts';
import { log } from '../../../process/log.ts';
import type { FarewellRepository } from '../../../storage/calendars/calendar-farewells.ts';
import type { CalendarRef } from '../../../storage/keys.ts';
import type { OpenCalendar } from './open-calendar.ts';
import type { ClientOf } from './sync-calendar.ts';

export interface EndChannelsPorts {
  readonly farewells: FarewellRepository;
  readonly openCalendar: Pick<OpenCalendar, 'accessOnce'>;
  readonly clientOf: ClientOf;
  readonly clock: Clock;
}

export type FarewellOutcome = 'gone' | 'ended' | 'failed';

/**
 * Has the platform of a calendar that was deleted tell of no more changes, and forgets the calendar's secrets with that.
 * A platform that cannot hear it now is told again for some 80 minutes; after that its channels end by themselves.
 */
export const createEndChannels =
  ({ farewells, openCalendar, clientOf, clock }: EndChannelsPorts) =>
  async (ref: CalendarRef): Promise<FarewellOutcome> => {
    const farewell = await farewells.get(ref);
    if (!farewell) return 'gone';
    try {
      const client = clientOf(farewell.platform, { onRequest: () => undefined, isPatient: false });
      const access_token = await openCalendar.accessOnce(farewell, client);
      for (const channel of farewell.channels) {
        await client.unwatch({ access_token, platform_uuid: null, zone: null }, channel);
      }
      await farewells.remove(ref);
      return 'ended';
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const now = clock.now();
      const minutes = syncFailures.isPassing(error.trouble) ? failureLadderMinutes[farewell.failures] : undefined;
      log.warn('calendar channels not ended', { ...ref, is_given_up: minutes === undefined, reason: error.message });
      if (minutes === undefined) await farewells.remove(ref);
      else await farewells.sayAgain(farewell, new Date(now.getTime() + minutes * 60_000), now);
      return 'failed';
    }
  };
