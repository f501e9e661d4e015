/** App sessions, and what each has taken down: asked for again while it goes on. */
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import type { AppSession } from '../../lib/client/generated.ts';
import { api, RefusedError } from '../api/client.ts';
import { isFinal } from '../bots/words.ts';

const [listAgainMs, oneAgainMs, liveAgainMs] = [4000, 1500, 2000];
const linkMs = 25 * 60_000;
const perPage = 50;
const none: readonly never[] = [];

const cursorIn = (next: string | null): string | undefined =>
  (next && new URL(next).searchParams.get('cursor')) || undefined;

export const sessionsQuery = infiniteQueryOptions({
  queryKey: ['app_sessions'],
  queryFn: ({ pageParam }) =>
    api.listAppSessions({
      query: { order: 'newest_first', page_size: perPage, ...(pageParam && { cursor: pageParam }) },
    }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => cursorIn(next),
  refetchInterval: listAgainMs,
});

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['app_session', id],
    queryFn: () => api.getAppSession({ path: { object_id: id } }),
    refetchInterval: ({ state: { data } }) => (data && isFinal(data) ? false : oneAgainMs),
  });

/** What a session has of its meeting by now. */
export const useTaken = ({ id, state }: AppSession) => {
  const isOver = isFinal({ state });
  const path = { object_id: id };
  // Under another key once it is over: what is asked for then is all there will be.
  const taken = <T>(what: string, queryFn: () => Promise<T>) => ({
    queryKey: ['app_session', id, what, isOver],
    queryFn,
    refetchInterval: isOver ? (false as const) : liveAgainMs,
  });
  const query = { page_size: 100 };
  const lines = useQuery(taken('transcript', () => api.getAppSessionTranscript({ path }))).data ?? none;
  const events =
    useQuery(taken('events', () => Array.fromAsync(api.listAppSessionParticipantEvents.items({ path, query })))).data ??
    none;
  const chat =
    useQuery(taken('chat', () => Array.fromAsync(api.listAppSessionChatMessages.items({ path, query })))).data ?? none;
  const media = useQuery({
    queryKey: ['app_session', id, 'media'],
    queryFn: () =>
      api.getAppSessionMedia({ path }).catch((error: unknown) => {
        if (error instanceof RefusedError && error.status === 404) return null;
        throw error;
      }),
    enabled: isOver,
    staleTime: linkMs,
  }).data;
  return { lines: lines.toSorted((a, b) => a.timestamp_ms - b.timestamp_ms), events, chat, media };
};
