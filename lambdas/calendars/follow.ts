import { openCalendarQueue } from '#adapters/queue.ts';
import { openTable } from '#adapters/table.ts';
import { botRepository } from '../../lib/storage/bots/bots.ts';
import { calendarEventRepository } from '../../lib/storage/calendars/calendar-events.ts';
import { followerRepository } from '../../lib/storage/calendars/calendar-followers.ts';
import { calendarOfItem } from '../../lib/storage/calendars/calendar-item.ts';
import { calendarRepository } from '../../lib/storage/calendars/calendars.ts';
import { createCleanUpCalendar, createDeleteScheduledBots } from '../../lib/usecases/calendars/clean-up-calendar.ts';
import { createFollowCalendar } from '../../lib/usecases/calendars/follow-calendar.ts';
import { changesTogether } from '../events/batch.ts';

const table = openTable();
const repositories = {
  bots: botRepository(table),
  calendars: calendarRepository(table),
  events: calendarEventRepository(table),
  followers: followerRepository(table),
};
const followCalendar = createFollowCalendar({
  queue: openCalendarQueue(),
  cleanUpCalendar: createCleanUpCalendar(repositories),
  deleteScheduledBots: createDeleteScheduledBots(repositories),
});

export const handler = changesTogether(['calendar'], async (changes) => {
  for (const { old, new: next } of changes) {
    await followCalendar({ before: old && calendarOfItem(old), after: next && calendarOfItem(next) });
  }
});
