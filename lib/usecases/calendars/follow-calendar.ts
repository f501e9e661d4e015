import type { Calendar } from '../../domain/calendar/calendar.ts';
import { wantsNoBots } from '../../domain/calendar/sync-failures.ts';
import type { Message, Queue } from '../../ports/queue.ts';
import { refOfCalendar } from '../../storage/calendars/calendar-item.ts';
import { botsNameOf, dueNameOf, farewellNameOf } from '../../storage/calendars/due-calendars.ts';
import type { CalendarRef } from '../../storage/keys.ts';

export interface CalendarChange {
  readonly before: Calendar | undefined;
  readonly after: Calendar | undefined;
}

/** So that whatever is slow of a project's other calendars keeps no bot that is not to come. */
const endingOf = (id: string, { project_id }: CalendarRef): Message => ({ body: { id }, group: `${project_id} ended` });
const inTurn = (id: string, { project_id }: CalendarRef): Message => ({ body: { id }, group: project_id });

/** What is to be done after a change. */
const dueAfter = ({ before, after }: CalendarChange): Message[] => {
  if (!after) {
    const ref = before && refOfCalendar(before);
    // Whoever looks at a calendar that is gone removes what is left of it.
    return ref ? [inTurn(farewellNameOf(ref), ref), endingOf(dueNameOf(ref), ref)] : [];
  }
  const ref = refOfCalendar(after);
  return [
    ...(after.credentials_version === before?.credentials_version ? [] : [inTurn(dueNameOf(ref), ref)]),
    ...(before?.state === 'connected' && wantsNoBots(after) ? [endingOf(botsNameOf(ref), ref)] : []),
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
    const messages = dueAfter(change);
    if (messages.length > 0) await queue.send(messages);
  };
