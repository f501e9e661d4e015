/** The bots of a project: newest first, page after page, with what changes at the moment laid over them. */
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { ListBotsQuery } from '../../lib/client/generated.ts';
import { type AnswerOf, ask } from '../api/client.ts';
import { type BotsSearch, shownStates } from './search.ts';
import { isFinal } from './words.ts';

export type ListedBot = AnswerOf<'showBots'>['results'][number];

const newestMs = 2000;
const perPage = 100;

const filterOf = ({ show = 'all', meeting }: BotsSearch): ListBotsQuery => {
  const states = shownStates[show];
  return { ...(states && { states: [...states] }), ...(meeting && { meeting_url: meeting }) };
};

const cursorIn = (next: string | null): string | undefined =>
  (next && new URL(next).searchParams.get('cursor')) || undefined;

const pageOf = (query: ListBotsQuery) =>
  ask('showBots', { query: { order: 'newest_first', page_size: perPage, ...query } });

/**
 * The bots that a search is for. The first page is asked for again and again, and so are the bots that are under way;
 * all others are done, and stay as they were read.
 */
export const useBots = (search: BotsSearch) => {
  const filter = filterOf(search);
  const pages = useInfiniteQuery({
    queryKey: ['bots', filter],
    queryFn: ({ pageParam }) => pageOf({ ...filter, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => cursorIn(next),
    placeholderData: keepPreviousData,
  });
  const newest = useQuery({
    queryKey: ['bots', 'newest', filter],
    queryFn: () => pageOf(filter),
    refetchInterval: newestMs,
    enabled: pages.isSuccess,
  });
  const live = useQuery({
    queryKey: ['bots', 'live', search.meeting],
    queryFn: () => pageOf({ ...filter, states: [...shownStates.live] }),
    refetchInterval: newestMs,
    enabled: pages.isSuccess && (search.show ?? 'all') === 'all',
  });

  const bots = useMemo(() => {
    const known = new Map<string, ListedBot>();
    for (const page of pages.data?.pages ?? []) for (const bot of page.results) known.set(bot.id, bot);
    for (const bot of [...(live.data?.results ?? []), ...(newest.data?.results ?? [])]) known.set(bot.id, bot);
    // Ids sort by the moment at which they were made.
    return [...known.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  }, [pages.data, newest.data, live.data]);

  useRereadOfGone(bots, live.data?.results);
  return { ...pages, bots, error: pages.error ?? newest.error };
};

/** A bot that is under way in what was read, and is not among those under way any more: then all is read again. */
const useRereadOfGone = (bots: readonly ListedBot[], live: readonly ListedBot[] | undefined): void => {
  const client = useQueryClient();
  const before = useRef(new Set<string>());
  useEffect(() => {
    if (!live) return;
    const now = new Set(live.map(({ id }) => id));
    const gone = bots.some((bot) => !isFinal(bot) && before.current.has(bot.id) && !now.has(bot.id));
    before.current = now;
    if (gone) void client.invalidateQueries({ queryKey: ['bots'], refetchType: 'active' });
  }, [bots, live, client]);
};
