/** What is known of the service, and when it is asked again. */
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ask, RefusedError, type Session } from './client.ts';

const isSignedOut = (error: unknown): boolean => error instanceof RefusedError && error.status === 401;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => ask('getSession'),
  staleTime: Number.POSITIVE_INFINITY,
});

export const queries: QueryClient = new QueryClient({
  // A session that has ended meanwhile: the door is shown instead of a page that knows nothing any more.
  queryCache: new QueryCache({
    onError: (error) => {
      if (isSignedOut(error)) queries.setQueryData(sessionQuery.queryKey, null);
    },
  }),
  // The same for what somebody presses, unless it is a link that is refused so: whether they are in is asked for again.
  mutationCache: new MutationCache({
    onError: (error) => {
      if (isSignedOut(error)) void queries.refetchQueries(sessionQuery);
    },
  }),
  defaultOptions: {
    queries: { retry: (failures, error) => !(error instanceof RefusedError) && failures < 3, staleTime: 1000 },
  },
});

/** Who is signed in, to everything that is shown to them: it stays the same until all of that is gone. */
export const SessionContext = createContext<Session | undefined>(undefined);

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in here');
  return session;
};
