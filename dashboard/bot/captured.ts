/** What a bot brings back, also while it is at it: each is asked for again while the bot is on its way, and once after. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ChatMessage, Participant, ParticipantEvent, Utterance } from '../../lib/client/generated.ts';
import { api, RefusedError } from '../api/client.ts';

const againMs = 1500;

const interval = (isLive: boolean) => (isLive ? againMs : (false as const));

/** What tells utterances apart: nobody begins to say two things in one millisecond. */
const keyOf = ({ speaker_uuid, timestamp_ms }: Utterance): string => `${timestamp_ms}/${speaker_uuid}`;

interface Heard {
  readonly lines: readonly Utterance[];
  /** When they were asked for: what is stored later is asked for next. */
  readonly at: string;
}

/** The transcript in the order of speech. While it grows, only what is new is fetched. */
export const useTranscript = (id: string, isLive: boolean): readonly Utterance[] => {
  const client = useQueryClient();
  const queryKey = ['bot', id, 'transcript'];
  const { data } = useQuery({
    queryKey: [...queryKey, isLive],
    queryFn: async (): Promise<Heard> => {
      const before = isLive ? client.getQueryData<Heard>([...queryKey, isLive]) : undefined;
      const at = new Date().toISOString();
      const news = await api.getTranscript({
        path: { object_id: id },
        // A margin for clocks that differ: what comes twice is kept once.
        query: before ? { updated_after: new Date(Date.parse(before.at) - 10_000).toISOString() } : {},
      });
      const known = new Map([...(before?.lines ?? []), ...news].map((line) => [keyOf(line), line]));
      return { at, lines: [...known.values()].sort((a, b) => a.timestamp_ms - b.timestamp_ms) };
    },
    refetchInterval: interval(isLive),
    placeholderData: () => client.getQueryData<Heard>([...queryKey, !isLive]),
  });
  return data?.lines ?? none;
};
const none: readonly never[] = [];

export const useParticipants = (id: string, isLive: boolean): readonly Participant[] => {
  const { data = none } = useQuery({
    queryKey: ['bot', id, 'participants'],
    queryFn: () => Array.fromAsync(api.listParticipants.items({ path: { object_id: id }, query: { page_size: 100 } })),
    refetchInterval: interval(isLive),
  });
  return data;
};

export const useChat = (id: string, isLive: boolean): readonly ChatMessage[] => {
  const { data = none } = useQuery({
    queryKey: ['bot', id, 'chat'],
    queryFn: () => Array.fromAsync(api.listChatMessages.items({ path: { object_id: id }, query: { page_size: 100 } })),
    refetchInterval: interval(isLive),
  });
  return data;
};

/** Who came, left and spoke, oldest first. While it goes on, only those of the last moments are fetched. */
export const useParticipantEvents = (id: string, isLive: boolean): readonly ParticipantEvent[] => {
  const { data = none } = useQuery({
    queryKey: ['bot', id, 'events', isLive],
    queryFn: () =>
      Array.fromAsync(
        api.listParticipantEvents.items({
          path: { object_id: id },
          query: { page_size: 100, ...(isLive && { after: new Date(Date.now() - 60_000).toISOString() }) },
        }),
      ),
    refetchInterval: interval(isLive),
  });
  return data;
};

/** The recording, once there is one; null where there is none. Its link is good for half an hour, and renewed before. */
export const useRecording = (id: string) =>
  useQuery({
    queryKey: ['bot', id, 'recording'],
    queryFn: () =>
      api.getRecording({ path: { object_id: id } }).catch((error: unknown) => {
        if (error instanceof RefusedError && error.status === 404) return null;
        throw error;
      }),
    staleTime: 25 * 60_000,
  }).data;
