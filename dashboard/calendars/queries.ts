/** The calendars of a project, and what is next in each. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Bot } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { serviceNow } from '../api/service-time.ts';
import { everyTenSeconds, useNow } from '../look/use-now.ts';
import { meetingsOf } from './meetings.ts';

const [calendarsAgainMs, eventsAgainMs, botsAgainMs] = [4000, 15_000, 60_000];
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

/** The time whose meetings are shown: what goes on now, or begins within a week. */
const shownTime = (now: number) => ({
  after: new Date(now - longestMeetingMs).toISOString(),
  before: new Date(now + shownDays * dayMs).toISOString(),
});

const eventsQuery = (calendar_id: string) =>
  queryOptions({
    queryKey: [...calendarsKey, calendar_id, 'events'],
    queryFn: () => {
      const { after, before } = shownTime(serviceNow());
      const query = { calendar_id, start_after: after, start_before: before, page_size: 100 };
      return Array.fromAsync(api.listCalendarEvents.items({ query }));
    },
    refetchInterval: eventsAgainMs,
  });

export const calendarBotsKey = [...calendarsKey, 'bots'];

/** The bots of that time, whoever sent them: once for all calendars, as there may be thousands. */
const botsQuery = queryOptions({
  queryKey: calendarBotsKey,
  queryFn: () => {
    const { after, before } = shownTime(serviceNow());
    return Array.fromAsync(
      api.listBots.items({ query: { join_at_after: after, join_at_before: before, page_size: 100 } }),
    );
  },
  refetchInterval: botsAgainMs,
  staleTime: botsAgainMs,
});

/** The next meetings of a calendar, and which bots go there. */
export const useMeetings = (calendar_id: string) => {
  const client = useQueryClient();
  const [events, bots] = [useQuery(eventsQuery(calendar_id)), useQuery(botsQuery)];
  const now = useNow(everyTenSeconds);
  return {
    data: useMemo(
      () => events.data && bots.data && meetingsOf(events.data, bots.data, now),
      [events.data, bots.data, now],
    ),
    error: events.error ?? bots.error,
    refetch: () => Promise.all([events.refetch(), bots.refetch()]),
    /** One that was just sent is shown before all are asked for again. */
    add: (bot: Bot) => client.setQueryData(botsQuery.queryKey, (known = []) => [...known, bot]),
  };
};
