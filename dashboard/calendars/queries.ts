/** The calendars of a project, and what is next in each. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { meetingsOf } from './meetings.ts';

const [calendarsAgainMs, meetingsAgainMs] = [4000, 15_000];
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const shownDays = 7;
/** Longer meetings than this are not found while they go on. */
const longestMeetingMs = 8 * hourMs;

export const calendarsKey = ['calendars'];
export const calendarsQuery = queryOptions({
  queryKey: calendarsKey,
  queryFn: () => Array.fromAsync(api.listCalendars.items({ query: { page_size: 100 } })),
  refetchInterval: calendarsAgainMs,
});

/** What goes on now or begins within a week, and which bots go there, whoever sent them. */
export const meetingsQuery = (calendar_id: string) =>
  queryOptions({
    queryKey: [...calendarsKey, calendar_id, 'meetings'],
    queryFn: async () => {
      const now = Date.now();
      const after = new Date(now - longestMeetingMs).toISOString();
      const before = new Date(now + shownDays * dayMs).toISOString();
      const [events, bots] = await Promise.all([
        Array.fromAsync(
          api.listCalendarEvents.items({
            query: { calendar_id, start_after: after, start_before: before, page_size: 100 },
          }),
        ),
        Array.fromAsync(
          api.listBots.items({ query: { join_at_after: after, join_at_before: before, page_size: 100 } }),
        ),
      ]);
      return meetingsOf(events, bots, now);
    },
    refetchInterval: meetingsAgainMs,
  });
