/** What the dashboard knows of a bot besides what every client is told. */
import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, ask } from '../api/client.ts';

export type Details = AnswerOf<'showBot'>;

const againMs = 2_000;
export const detailsKey = (id: string) => ['bot', id, 'details'];

/** `isChanging`: asked for again and again, as what the bot shows changes. */
export const useDetails = (id: string, isChanging = false): Details | undefined =>
  useQuery({
    queryKey: detailsKey(id),
    queryFn: () => ask('showBot', { id }),
    refetchInterval: isChanging ? againMs : false,
    staleTime: 60_000,
  }).data;
