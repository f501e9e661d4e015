/** The bots of a project: newest first, page after page, with what changes at the moment laid over them. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Bot, ListBotsQuery } from '../../lib/client/generated.ts';
import { type AnswerOf, api, ask, RefusedError } from '../api/client.ts';
import { mergedBots } from './merged.ts';
import { type BotsSearch, filterOf, isByJoinAt, shownStates } from './search.ts';

type ShownBot = AnswerOf<'showBots'>['results'][number];
/** What lists show of a bot: of its settings, its name. */
export type ListedBot = Omit<Bot, `${string}_settings`> & Pick<ShownBot, 'made_by'>;

const newestMs = 2000;
const perPage = 100;

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
    queryKey: ['bots', 'live', filter],
    queryFn: () => pageOf({ ...filter, states: [...shownStates.live] }),
    refetchInterval: newestMs,
    enabled: pages.isSuccess && (search.show ?? 'all') === 'all',
  });

  const again = useReadAgain(live.data?.results);
  const byJoinAt = isByJoinAt(search);
  const bots = useMemo(
    () =>
      mergedBots<ListedBot>({
        placeOf: byJoinAt ? ({ id, join_at }) => `${join_at} ${id}` : ({ id }) => id,
        pages: pages.data?.pages.flatMap(({ results }) => results) ?? [],
        newest: newest.data && { bots: newest.data.results, isAll: newest.data.next === null },
        live: live.data?.results ?? [],
        again,
      }),
    [pages.data, newest.data, live.data, again, byJoinAt],
  );
  return { ...pages, bots, error: pages.error ?? newest.error };
};

/** Those that were under way and are not any more, read again one by one: however many bots there are, few end at a time. */
const useReadAgain = (live: readonly ListedBot[] | undefined): ReadonlyMap<string, Bot | undefined> => {
  const [again, setAgain] = useState<ReadonlyMap<string, Bot | undefined>>(new Map());
  const before = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!live) return;
    const now = new Set(live.map(({ id }) => id));
    const gone = [...before.current].filter((id) => !now.has(id));
    before.current = now;
    const keep = (id: string, bot: Bot | undefined): void => setAgain((known) => new Map(known).set(id, bot));
    for (const id of gone) {
      api.getBot({ path: { object_id: id } }).then(
        (bot) => keep(id, bot),
        (error: unknown) => {
          if (error instanceof RefusedError && error.status === 404) keep(id, undefined);
        },
      );
    }
  }, [live]);
  return again;
};
