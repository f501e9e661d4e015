import type { Calendar } from '../../domain/calendar/calendar.ts';
import { wantsNoBots } from '../../domain/calendar/sync-failures.ts';
import type { Queue } from '../../ports/queue.ts';
import { refOfCalendar } from '../../storage/calendars/calendar-item.ts';
import { botsNameOf, dueNameOf, farewellNameOf } from '../../storage/calendars/due-calendars.ts';

export interface CalendarChange {
  readonly before: Calendar | undefined;
  readonly after: Calendar | undefined;
}

/** What is to be done after a change, by its names. */
const dueAfter = ({ before, after }: CalendarChange): string[] => {
  if (!after) {
    const ref = before && refOfCalendar(before);
    // Whoever looks at a calendar that is gone removes what is left of it.
    return ref ? [farewellNameOf(ref), dueNameOf(ref)] : [];
  }
  const ref = refOfCalendar(after);
  return [
    ...(after.credentials_version === before?.credentials_version ? [] : [dueNameOf(ref)]),
    ...(before?.state === 'connected' && wantsNoBots(after) ? [botsNameOf(ref)] : []),
  ];
};

/**
 * Follows a change of a calendar's record: one with new credentials is looked at, one that is disconnected by its user has
 * no bots coming, one that was deleted leaves nothing. All of that is done by whoever works on the queue: here nobody waits
 * for it. Safe to repeat.
 */
export const createFollowCalendar =
  (queue: Queue) =>
  async (change: CalendarChange): Promise<void> => {
    const group = (change.after ?? change.before)?.project_id;
    const messages = dueAfter(change).map((id) => ({ body: { id }, ...(group !== undefined && { group }) }));
    if (messages.length > 0) await queue.send(messages);
  };
