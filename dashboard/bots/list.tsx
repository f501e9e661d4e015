/** The bots of a project, alive; and the way to send another one. */
import { Button, Center, Group, Loader, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSession } from '../api/queries.ts';
import { Failed } from '../frame/failed.tsx';
import { PageTitle } from '../look/page-title.tsx';
import { everySecond, useNow } from '../look/use-now.ts';
import { Filters } from './filters.tsx';
import { keyOf, lastList } from './last-list.ts';
import { type ListedBot, useBots } from './queries.ts';
import type { BotsSearch } from './search.ts';
import { State } from './state.tsx';
import { momentOf, wholeMoment } from './times.ts';
import { isInMeeting, lengthInMeeting, makerOf, meetingName, platformOf } from './words.ts';

/** Few look at a list of none. */
const Welcome = lazy(async () => ({ default: (await import('./welcome.tsx')).Welcome }));
const SendBot = lazy(async () => ({ default: (await import('./send/send.tsx')).SendBot }));

const route = getRouteApi('/');
/** How long it has been in its meeting, for as long as it is. */
const LengthUntilNow = ({ bot }: { readonly bot: ListedBot }) => lengthInMeeting(bot, useNow(everySecond));

const Row = ({ bot, top, height }: { readonly bot: ListedBot; readonly top: number; readonly height: number }) => {
  const { meeting_hosts } = useSession();
  return (
    <Link
      to="/bots/$id"
      params={{ id: bot.id }}
      className="bot-row"
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <State bot={bot} />
      <span className="meeting">
        {meetingName(bot.meeting_url)}
        <small>
          {platformOf(bot.meeting_url, meeting_hosts)}, as {bot.bot_name}
        </small>
      </span>
      <span className="maker quiet" title={makerOf(bot)}>
        {makerOf(bot)}
      </span>
      <span className="when" title={wholeMoment(bot.join_at)}>
        {momentOf(bot.join_at)}
      </span>
      <span className="length quiet">{isInMeeting(bot) ? <LengthUntilNow bot={bot} /> : lengthInMeeting(bot)}</span>
    </Link>
  );
};

const List = ({ search }: { readonly search: BotsSearch }) => {
  const { bots, look, error, isPending, refetch, ...older } = useBots(search);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = older;
  const place = useRef<HTMLDivElement>(null);
  // As the styles of a row have it.
  const isNarrow = useMediaQuery('(max-width: 1100px)') ?? false;
  const rowHeight = isNarrow ? 88 : 64;
  const rows = useVirtualizer({
    count: bots.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => bots[index]?.id ?? index,
    initialOffset: () => lastList.placeIn(search),
  });
  const shown = rows.getVirtualItems();
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
  useEffect(() => lastList.isShown(search), [search]);
  useEffect(() => look(bots.slice(first, last + 1).map(({ id }) => id)), [look, bots, first, last]);
  useEffect(() => {
    // What was measured before is of rows of another height.
    if (rowHeight) rows.measure();
  }, [rows, rowHeight]);
  useEffect(() => {
    // What was refused is not asked for again before somebody says so.
    const mayFetch = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
    if (mayFetch && last > bots.length - 60) void fetchNextPage();
  }, [last, bots.length, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  if (error && bots.length === 0) return <Failed error={error} retry={() => void refetch()} />;
  // A page of what is looked for in a few may be empty, and others follow.
  const isComing = isPending || (bots.length === 0 && hasNextPage && !isFetchNextPageError);
  if (!isComing && bots.length === 0)
    return (
      <Suspense>
        <Welcome search={search} />
      </Suspense>
    );
  return (
    <section className="raised page-list" aria-label="Bots" style={{ display: 'contents' }}>
      <div
        className="raised bots"
        ref={place}
        aria-busy={isComing}
        data-count={bots.length}
        onScroll={({ currentTarget }) => lastList.isScrolled(search, currentTarget.scrollTop)}
      >
        <div className="bot-row bots-head" aria-hidden>
          <span>State</span>
          <span>Meeting</span>
          <span>Sent by</span>
          <span>Joins</span>
          <span>In the meeting</span>
        </div>
        {isComing && (
          <Center h={240} role="status" aria-label="Loading">
            <Loader />
          </Center>
        )}
        <div style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const bot = bots[index];
            return bot && <Row key={bot.id} bot={bot} top={start} height={rowHeight} />;
          })}
        </div>
        {isFetchNextPageError && error && (
          <div className="older">
            <Failed error={error} retry={() => void fetchNextPage()} />
          </div>
        )}
      </div>
    </section>
  );
};

export const Bots = () => {
  const search = route.useSearch();
  const { role } = useSession();
  const [isSending, { open, close }] = useDisclosure();
  return (
    <div className="page">
      <Group justify="space-between">
        <PageTitle name="Bots" />
        {role === 'viewer' ? (
          <Text className="quiet">You are a viewer: you see bots and their meetings, and change nothing.</Text>
        ) : (
          <Button leftSection={<PlusIcon />} onClick={open}>
            Send a bot
          </Button>
        )}
      </Group>
      <Filters />
      <List key={keyOf(search)} search={search} />
      {isSending && (
        <Suspense
          fallback={
            <div className="form-coming" role="status" aria-label="Loading">
              <Loader />
            </div>
          }
        >
          <SendBot close={close} />
        </Suspense>
      )}
    </div>
  );
};
