/** App sessions, and what each has taken down: what is said is asked for again while it goes on, all else once it is over. */
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import type { AppSession } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { askedOf, none, ofALink, useLines } from '../bot/captured.ts';
import { isFinal } from '../bots/words.ts';

const [listAgainMs, oneAgainMs] = [4000, 1500];
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
  const lines = useLines(['app_session', id, 'transcript'], session, (query) =>
    api.getAppSessionTranscript({ path, query }),
  );
  // Shown once it is over, and all there will be then.
  const taken = <T>(what: string, queryFn: () => Promise<T>) => ({
    queryKey: ['app_session', id, what],
    queryFn,
    enabled: isOver,
  });
  const query = { page_size: 100 };
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
    lines,
    events: askedOf(events, none),
    chat: askedOf(chat, none),
    media: askedOf(media, undefined),
  };
};
