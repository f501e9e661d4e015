/** The bots of a project, alive; and the way to send another one. */
import { Button, Center, Group, Loader, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { Bot } from '../../lib/client/generated.ts';
import { useSession } from '../api/queries.ts';
import { Failed } from '../frame/failed.tsx';
import { PageTitle } from '../look/page-title.tsx';
import { Filters } from './filters.tsx';
import { type ListedBot, useBots } from './queries.ts';
import type { BotsSearch } from './search.ts';
import { State } from './state.tsx';
import { lengthOf, momentOf, wholeMoment } from './times.ts';
import { Welcome } from './welcome.tsx';
import { isInMeeting, makerOf, meetingName, platformOf } from './words.ts';

const SendBot = lazy(async () => ({ default: (await import('./send.tsx')).SendBot }));

const route = getRouteApi('/');
/** How long a bot was, or has been, in its meeting. */
const lengthInMeeting = (bot: Pick<Bot, 'events' | 'state'>): string => {
  const joined = bot.events.find(({ type }) => type === 'joined_meeting');
  if (!joined) return '';
  const left = bot.events.find(({ type }) => ['left_meeting', 'meeting_ended', 'fatal_error'].includes(type));
  const until = left ? Date.parse(left.created_at) : isInMeeting(bot) ? Date.now() : undefined;
  return until === undefined ? '' : lengthOf(until - Date.parse(joined.created_at));
};

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
      <span className="length quiet">{lengthInMeeting(bot)}</span>
    </Link>
  );
};

const List = ({ search }: { readonly search: BotsSearch }) => {
  const { bots, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useBots(search);
  const place = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false;
  const rowHeight = isNarrow ? 88 : 64;
  const rows = useVirtualizer({
    count: bots.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => bots[index]?.id ?? index,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    // What was measured before is of rows of another height.
    if (rowHeight) rows.measure();
  }, [rows, rowHeight]);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && last > bots.length - 60) void fetchNextPage();
  }, [last, bots.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (error && bots.length === 0) return <Failed error={error} retry={() => void refetch()} />;
  // A page of what is looked for in a few may be empty, and others follow.
  const isComing = isPending || (bots.length === 0 && hasNextPage);
  if (!isComing && bots.length === 0) return <Welcome isFiltered={Object.keys(search).length > 0} />;
  return (
    <section className="raised page-list" aria-label="Bots" style={{ display: 'contents' }}>
      <div className="raised bots" ref={place} aria-busy={isComing} data-count={bots.length}>
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
          <Text className="quiet">You are a viewer: you see everything, and change nothing.</Text>
        ) : (
          <Button leftSection={<PlusIcon />} onClick={open}>
            Send a bot
          </Button>
        )}
      </Group>
      <Filters />
      <List key={JSON.stringify(search)} search={search} />
      {isSending && (
        <Suspense>
          <SendBot close={close} />
        </Suspense>
      )}
    </div>
  );
};
