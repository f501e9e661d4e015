import type { Calendar } from '../../domain/calendar/calendar.ts';
import { syncFailures } from '../../domain/calendar/sync-failures.ts';
import type { Queue } from '../../ports/queue.ts';
import { refOfCalendar } from '../../storage/calendars/calendar-item.ts';
import { dueNameOf, farewellNameOf } from '../../storage/calendars/due-calendars.ts';
import type { CalendarRef } from '../../storage/keys.ts';
import type { CleanUpCalendar } from './clean-up-calendar.ts';

export interface FollowCalendarPorts {
  readonly queue: Queue;
  readonly cleanUpCalendar: CleanUpCalendar;
  readonly deleteScheduledBots: (ref: CalendarRef) => Promise<void>;
}

/**
 * Follows a change of a calendar's record: one with new credentials is looked at, one that is disconnected by its user has
 * no bots coming, one that was deleted leaves nothing. Safe to repeat.
 */
export const createFollowCalendar =
  ({ queue, cleanUpCalendar, deleteScheduledBots }: FollowCalendarPorts) =>
  async ({ before, after }: { before: Calendar | undefined; after: Calendar | undefined }): Promise<void> => {
    if (!after) {
      if (!before) return;
      await queue.send([{ body: { id: farewellNameOf(refOfCalendar(before)) }, group: before.project_id }]);
      return cleanUpCalendar(refOfCalendar(before));
    }
    const ref = refOfCalendar(after);
    if (after.credentials_version !== before?.credentials_version) {
      await queue.send([{ body: { id: dueNameOf(ref) }, group: after.project_id }]);
    }
    const failure = after.connection_failure_data?.error;
    const isLost = after.state === 'disconnected' && before?.state === 'connected' && failure !== undefined;
    if (isLost && syncFailures.row(failure).disconnects?.bots === 'deleted') await deleteScheduledBots(ref);
  };
