/** App sessions, and what each has taken down: asked for again while it goes on. */
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import type { AppSession } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { askedOf, none, ofALink } from '../bot/captured.ts';
import { isFinal } from '../bots/words.ts';

const [listAgainMs, oneAgainMs, liveAgainMs] = [4000, 1500, 2000];
const perPage = 50;

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
export const useTaken = (session: AppSession) => {
  const { id } = session;
  const isOver = isFinal(session);
  const path = { object_id: id };
  // Under another key once it is over: what is asked for then is all there will be.
  const taken = <T>(what: string, queryFn: () => Promise<T>) => ({
    queryKey: ['app_session', id, what, isOver],
    queryFn,
    refetchInterval: isOver ? (false as const) : liveAgainMs,
  });
  const query = { page_size: 100 };
  const lines = useQuery(
    taken('transcript', async () =>
      (await api.getAppSessionTranscript({ path })).toSorted((a, b) => a.timestamp_ms - b.timestamp_ms),
    ),
  );
  const events = useQuery(
    taken('events', () => Array.fromAsync(api.listAppSessionParticipantEvents.items({ path, query }))),
  );
  const chat = useQuery(taken('chat', () => Array.fromAsync(api.listAppSessionChatMessages.items({ path, query }))));
  const media = useQuery({
    queryKey: ['app_session', id, 'media'],
    ...ofALink(() => api.getAppSessionMedia({ path }), session),
    enabled: isOver,
  });
  return {
    lines: askedOf(lines, none),
    events: askedOf(events, none),
    chat: askedOf(chat, none),
    media: askedOf(media, undefined),
  };
};
