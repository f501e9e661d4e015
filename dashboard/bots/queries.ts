/** The bots of a project: newest first, page after page, with what was read again of them laid over. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Bot, ListBotsQuery } from '../../lib/client/generated.ts';
import { type AnswerOf, ask } from '../api/client.ts';
import { hasGap, mergedBots, pagesOf, type Stretch } from './merged.ts';
import { type BotsSearch, filterOf, isByJoinAt } from './search.ts';

type Page = AnswerOf<'showBots'>;
type ShownBot = Page['results'][number];
/** What lists show of a bot: of its settings, its name. */
export type ListedBot = Omit<Bot, `${string}_settings`> & Pick<ShownBot, 'made_by'>;

const againMs = 2000;
/** Whoever comes back from a bot, even after its meeting, finds the list where they left it. */
const keptMs = 3_600_000;
const perPage = 100;
const none: readonly never[] = [];

const cursorIn = (next: string | null): string | undefined =>
  (next && new URL(next).searchParams.get('cursor')) || undefined;

const pageOf = (query: ListBotsQuery) =>
  ask('showBots', { query: { order: 'newest_first', page_size: perPage, ...query } });

const stretchOf = ({ results, next }: Page, after?: string): Stretch<ListedBot> => ({
  bots: results,
  isAll: next === null,
  after,
});

/**
 * The bots that a search is for. The first page is asked for again and again, and so is what somebody has in sight, of which
 * they tell by `look`: all others stay as they were read until they are in sight, however many there are.
 */
export const useBots = (search: BotsSearch) => {
  const filter = filterOf(search);
  const byJoinAt = isByJoinAt(search);
  const placeOf = useCallback(({ id, join_at }: ListedBot): string => (byJoinAt ? `${join_at} ${id}` : id), [byJoinAt]);
  const pages = useInfiniteQuery({
    queryKey: ['bots', filter],
    queryFn: ({ pageParam }) => pageOf({ ...filter, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => cursorIn(next),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
  });
  const newest = useQuery({
    queryKey: ['bots', 'newest', filter],
    queryFn: () => pageOf(filter),
    refetchInterval: againMs,
    // Also once older ones were refused.
    enabled: pages.data !== undefined,
  });
  const read: readonly (readonly ListedBot[])[] = useMemo(
    () => pages.data?.pages.map(({ results }) => results) ?? none,
    [pages.data],
  );

  /** What follows the newest, for the first page; every other page from where it began. */
  const readAgain = async (number: number): Promise<Stretch<ListedBot>> => {
    const before = number === 0 ? newest.data?.results : read.slice(0, number).findLast(({ length }) => length > 0);
    const cursor = number === 0 ? newest.data && cursorIn(newest.data.next) : String(pages.data?.pageParams[number]);
    const last = before?.at(-1);
    if (!cursor || !last) return { bots: none, isAll: false };
    return stretchOf(await pageOf({ ...filter, cursor }), placeOf(last));
  };
  const [inSight, setInSight] = useState<readonly number[]>(none);
  const seen = useQuery({
    queryKey: ['bots', 'seen', filter, inSight],
    // Where two tell of the same, the upper one is believed.
    queryFn: () => Promise.all(inSight.toReversed().map(readAgain)),
    refetchInterval: againMs,
    enabled: inSight.length > 0,
    // What was known a moment ago, until more is.
    placeholderData: keepPreviousData,
  });
  const look = useCallback(
    (ids: readonly string[]) => {
      const told = new Set(newest.data?.results.map(({ id }) => id));
      const numbers = pagesOf(read, new Set(ids.filter((id) => !told.has(id))));
      setInSight((before) => (String(before) === String(numbers) ? before : numbers));
    },
    [read, newest.data],
  );

  const first = useMemo(() => newest.data && stretchOf(newest.data), [newest.data]);
  const isApart = hasGap(placeOf, read[0] ?? none, first);
  const { refetch } = pages;
  const askedAt = newest.dataUpdatedAt;
  useEffect(() => {
    // Not more often than the newest are asked for, also where it is refused; many pages may take longer.
    if (isApart && askedAt > 0) void refetch({ cancelRefetch: false });
  }, [isApart, askedAt, refetch]);

  const bots = useMemo(
    () =>
      mergedBots<ListedBot>({
        placeOf,
        pages: read.flat(),
        again: [...(seen.data ?? none), ...(first ? [first] : none)],
      }),
    [placeOf, read, seen.data, first],
  );
  return { ...pages, bots, look, error: pages.error ?? newest.error };
};
