/** What a bot brings back, also while it is at it: each is asked for again while the bot is on its way, and once after. */
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Bot,
  ChatMessage,
  Participant,
  ParticipantEvent,
  Recording,
  Utterance,
} from '../../lib/client/generated.ts';
import { finishingTriedForMs } from '../../lib/domain/captured/finishing.ts';
import { api, RefusedError } from '../api/client.ts';
import { serviceNow } from '../api/service-time.ts';
import { isFinal } from '../bots/words.ts';
import { allOf, type Growing, readOn, type SoFar, type Timed } from './news.ts';

const againMs = 1500;
/** Longer than anything is on its way to where it is stored. */
const [lineMarginMs, eventMarginMs] = [10_000, 60_000];
/** Whoever speaks since before that is not seen to speak by whoever comes then. */
const spokenMs = 10 * 60_000;
/** Links are good for half an hour. */
const linkMs = 25 * 60_000;
/** How often what may still come of a meeting that is over is asked for. */
const finishedAgainMs = 5_000;
/** So long after a meeting lines may still come of providers that are slow. */
const lateLinesMs = 5 * 60_000;
/** How often lines are asked for that then come only where a recording is still being finished. */
const finishedLinesAgainMs = 60_000;

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

/** `unknown` is there until something is known; null is known, and says that there is none. */
export const askedOf = <T, N = T>(query: UseQueryResult<T>, unknown: N): Asked<T | N> => {
  const known = (data: T | undefined): T | N => (data === undefined ? unknown : data);
  return {
    data: known(query.data),
    isPending: query.isPending,
    error: query.data === undefined ? query.error : null,
    again: async () => known((await query.refetch({ throwOnError: true })).data),
  };
};
export const none: readonly never[] = [];

/** A bot, or a session, with what says whether it is over. */
export type Followed = Pick<Bot, 'state' | 'recording_state' | 'events'>;

const sinceMs = ({ events }: Followed): number => serviceNow() - Date.parse(events.at(-1)?.created_at ?? '');

/** Whether it recorded until a fault ended it: what it has recorded is finished after that. */
const wasBrokenOff = ({ state, recording_state }: Followed): boolean =>
  state === 'fatal_error' && recording_state === 'complete';

/** Whether its recording may still be on its way. */
export const mayStillCome = (of: Followed): boolean => wasBrokenOff(of) && sinceMs(of) < finishingTriedForMs;

/** How soon its lines are asked for again, if at all. */
export const linesAgainMs = (of: Followed): number | false => {
  if (!isFinal(of)) return againMs;
  if (sinceMs(of) < lateLinesMs) return finishedAgainMs;
  return mayStillCome(of) && finishedLinesAgainMs;
};

/** What tells utterances apart: nobody begins to say two things in one millisecond. */
const keyOf = ({ speaker_uuid, timestamp_ms }: Utterance): string => `${timestamp_ms}/${speaker_uuid}`;

/** What has a time, in the order of time, by a key of its own. While it grows, only what is new is fetched. */
const useGrowing = <T extends Timed>(
  queryKey: readonly string[],
  isLive: boolean,
  growing: Omit<Growing<T>, 'now_ms'>,
  again: () => number | false = () => interval(isLive),
): Asked<readonly T[]> => {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [...queryKey, isLive],
    queryFn: () => {
      const before = again() === false ? undefined : client.getQueryData<SoFar<T>>([...queryKey, isLive]);
      return readOn(before, { ...growing, now_ms: serviceNow() });
    },
    select: allOf<T>,
    refetchInterval: again,
    placeholderData: () => client.getQueryData<SoFar<T>>([...queryKey, !isLive]),
  });
  return askedOf(query, none);
};

export const useLines = (
  queryKey: readonly string[],
  of: Followed,
  read: (query: { updated_after?: string }) => Promise<readonly Utterance[]>,
): Asked<readonly Utterance[]> =>
  useGrowing(queryKey, !isFinal(of), { keyOf, margin_ms: lineMarginMs, read }, () => linesAgainMs(of));

export const useTranscript = (bot: Bot): Asked<readonly Utterance[]> =>
  useLines(['bot', bot.id, 'transcript'], bot, (query) => api.getTranscript({ path: { object_id: bot.id }, query }));

export const useParticipants = (id: string, isLive: boolean): readonly Participant[] => {
  const { data = none } = useQuery({
    queryKey: ['bot', id, 'participants'],
    queryFn: () => Array.fromAsync(api.listParticipants.items({ path: { object_id: id }, query: { page_size: 100 } })),
    refetchInterval: interval(isLive),
  });
  return data;
};

export const useChat = (id: string, isLive: boolean): Asked<readonly ChatMessage[]> =>
  useGrowing(['bot', id, 'chat'], isLive, {
    keyOf: (message) => message.id,
    margin_ms: eventMarginMs,
    read: (query) =>
      Array.fromAsync(api.listChatMessages.items({ path: { object_id: id }, query: { page_size: 100, ...query } })),
  });

/** Who came, left and spoke, oldest first. While it goes on, those of the last minutes, then only what is new. */
export const useParticipantEvents = (id: string, isLive: boolean): Asked<readonly ParticipantEvent[]> => {
  const client = useQueryClient();
  const queryKey = ['bot', id, 'events', isLive];
  const query = useQuery({
    queryKey,
    queryFn: () => {
      const now_ms = serviceNow();
      const before = isLive ? client.getQueryData<SoFar<ParticipantEvent>>(queryKey) : undefined;
      return readOn(before, {
        ...{ keyOf: (event) => event.id, margin_ms: eventMarginMs, now_ms },
        read: ({ updated_after: after = new Date(now_ms - spokenMs).toISOString() }) => {
          const query = { page_size: 100, ...(isLive && { after }) };
          return Array.fromAsync(api.listParticipantEvents.items({ path: { object_id: id }, query }));
        },
      });
    },
    select: allOf<ParticipantEvent>,
    refetchInterval: interval(isLive),
  });
  return askedOf(query, none);
};

const nullWhereNone = (error: unknown): null => {
  if (error instanceof RefusedError && error.status === 404) return null;
  throw error;
};

interface Known<T> {
  readonly state: { readonly data: T | null | undefined };
}

/**
 * What lies at a link; null where there is nothing, which is asked for again where `of` may still bring it. The link is renewed
 * while somebody has the page in sight.
 */
export const ofALink = <T>(fetched: () => Promise<T>, of?: Followed) => {
  const isAwaited = ({ state: { data } }: Known<T>): boolean => data === null && of !== undefined && mayStillCome(of);
  return {
    queryFn: (): Promise<T | null> => fetched().catch(nullWhereNone),
    staleTime: (query: Known<T>): number => (isAwaited(query) ? 0 : linkMs),
    refetchInterval: (query: Known<T>): number | false => {
      if (query.state.data) return linkMs;
      return isAwaited(query) && finishedAgainMs;
    },
  };
};

/** What is said in the place of a recording that is not there. */
export const noRecordingOf = (of: Followed): string => {
  if (mayStillCome(of)) return 'The recording is being finished: it appears here by itself.';
  return wasBrokenOff(of) ? 'What was recorded could not be finished: logs tell why.' : 'Nothing was recorded.';
};

/** The recording, once there is one. */
export const useRecording = (bot: Bot): Asked<Recording | null | undefined> =>
  askedOf(
    useQuery({
      queryKey: ['bot', bot.id, 'recording'],
      ...ofALink(() => api.getRecording({ path: { object_id: bot.id } }), bot),
    }),
    undefined,
  );
