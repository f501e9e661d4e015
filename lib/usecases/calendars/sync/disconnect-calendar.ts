import { disconnected } from '../../../domain/calendar/calendar.ts';
import { type CalendarFailureCode, disconnectionOf } from '../../../domain/calendar/sync-failures.ts';
import { type SyncState, withoutConnection } from '../../../domain/calendar/sync-state.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { CalendarSyncRepository } from '../../../storage/calendars/calendar-sync.ts';
import { endingSync } from '../../../storage/calendars/calendar-sync.ts';
import type { CalendarRepository } from '../../../storage/calendars/calendars.ts';
import { retryStale } from '../../retry-stale.ts';

export interface DisconnectCalendarPorts {
  readonly calendars: Pick<CalendarRepository, 'record' | 'save'>;
  readonly syncs: Pick<CalendarSyncRepository, 'get'>;
  readonly clock: Clock;
}

/**
 * Ends the connection of a calendar whose platform takes its credentials no more: one write of its state and of the run,
 * which is its last. What else follows does so by way of the table's stream. A run that was overtaken disconnects nothing.
 */
export const createDisconnectCalendar =
  ({ calendars, syncs, clock }: DisconnectCalendarPorts) =>
  (run: SyncState, error: CalendarFailureCode): Promise<void> =>
    retryStale(async () => {
      const [calendar, sync] = await Promise.all([calendars.record(run), syncs.get(run)]);
      if (!calendar || sync?.generation !== run.generation) return;
      const now = clock.now();
      await calendars.save(disconnected(calendar, disconnectionOf(run.platform, error), now), calendar, [
        endingSync(withoutConnection(run)),
      ]);
    });
export type DisconnectCalendar = ReturnType<typeof createDisconnectCalendar>;
