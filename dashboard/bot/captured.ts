/** What a bot brings back, also while it is at it: each is asked for again while the bot is on its way, and once after. */
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChatMessage, Participant, ParticipantEvent, Recording, Utterance } from '../../lib/client/generated.ts';
import { api, RefusedError, serviceNow } from '../api/client.ts';
import { newsAfter, withNews } from './news.ts';

const againMs = 1500;
/** Longer than anything is on its way to where it is stored. */
const [lineMarginMs, eventMarginMs] = [10_000, 60_000];
/** Whoever speaks since before that is not seen to speak by whoever comes then. */
const spokenMs = 10 * 60_000;
/** Links are good for half an hour. */
const linkMs = 25 * 60_000;

const interval = (isLive: boolean) => (isLive ? againMs : (false as const));

/** What was asked for, as far as it is known. */
export interface Asked<T> {
  readonly data: T;
  readonly isPending: boolean;
  /** Why nothing is known. */
  readonly error: Error | null;
  /** @throws when it is not to be had */
  readonly again: () => Promise<T>;
}

export const askedOf = <T, N = T>(query: UseQueryResult<T>, nothing: N): Asked<T | N> => ({
  data: query.data ?? nothing,
  isPending: query.isPending,
  error: query.data === undefined ? query.error : null,
  again: async () => (await query.refetch({ throwOnError: true })).data ?? nothing,
});
export const none: readonly never[] = [];

/** What tells utterances apart: nobody begins to say two things in one millisecond. */
const keyOf = ({ speaker_uuid, timestamp_ms }: Utterance): string => `${timestamp_ms}/${speaker_uuid}`;

/** The transcript in the order of speech. While it grows, only what is new is fetched. */
export const useTranscript = (id: string, isLive: boolean): Asked<readonly Utterance[]> => {
  const client = useQueryClient();
  const queryKey = ['bot', id, 'transcript'];
  const query = useQuery({
    queryKey: [...queryKey, isLive],
    queryFn: async (): Promise<readonly Utterance[]> => {
      const before = (isLive && client.getQueryData<readonly Utterance[]>([...queryKey, isLive])) || none;
      const updated_after = newsAfter(before, lineMarginMs);
      const query = updated_after === undefined ? {} : { updated_after };
      return withNews(before, await api.getTranscript({ path: { object_id: id }, query }), keyOf);
    },
    refetchInterval: interval(isLive),
    placeholderData: () => client.getQueryData<readonly Utterance[]>([...queryKey, !isLive]),
  });
  return askedOf(query, none);
};

export const useParticipants = (id: string, isLive: boolean): readonly Participant[] => {
  const { data = none } = useQuery({
    queryKey: ['bot', id, 'participants'],
    queryFn: () => Array.fromAsync(api.listParticipants.items({ path: { object_id: id }, query: { page_size: 100 } })),
    refetchInterval: interval(isLive),
  });
  return data;
};

export const useChat = (id: string, isLive: boolean): Asked<readonly ChatMessage[]> =>
  askedOf(
    useQuery({
      queryKey: ['bot', id, 'chat'],
      queryFn: () =>
        Array.fromAsync(api.listChatMessages.items({ path: { object_id: id }, query: { page_size: 100 } })),
      refetchInterval: interval(isLive),
    }),
    none,
  );

/** Who came, left and spoke, oldest first. While it goes on, those of the last minutes, then only what is new. */
export const useParticipantEvents = (id: string, isLive: boolean): Asked<readonly ParticipantEvent[]> => {
  const client = useQueryClient();
  const queryKey = ['bot', id, 'events', isLive];
  const query = useQuery({
    queryKey,
    queryFn: async (): Promise<readonly ParticipantEvent[]> => {
      const before = (isLive && client.getQueryData<readonly ParticipantEvent[]>(queryKey)) || none;
      const after = newsAfter(before, eventMarginMs) ?? new Date(serviceNow() - spokenMs).toISOString();
      const query = { page_size: 100, ...(isLive && { after }) };
      const news = await Array.fromAsync(api.listParticipantEvents.items({ path: { object_id: id }, query }));
      return withNews(before, news, (event) => event.id);
    },
    refetchInterval: interval(isLive),
  });
  return askedOf(query, none);
};

const nullWhereNone = (error: unknown): null => {
  if (error instanceof RefusedError && error.status === 404) return null;
  throw error;
};

/** What lies at a link; null where there is nothing. The link is renewed while somebody has the page in sight. */
export const ofALink = <T>(fetched: () => Promise<T>) => ({
  queryFn: (): Promise<T | null> => fetched().catch(nullWhereNone),
  staleTime: linkMs,
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: T | null | undefined } }) =>
    data ? linkMs : (false as const),
});

/** The recording, once there is one. */
export const useRecording = (id: string): Asked<Recording | null | undefined> =>
  askedOf(
    useQuery({
      queryKey: ['bot', id, 'recording'],
      ...ofALink(() => api.getRecording({ path: { object_id: id } })),
    }),
    undefined,
  );
