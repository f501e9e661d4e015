/** The bots of a project, alive; and the way to send another one. */
import { Button, Center, CloseButton, Group, Loader, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks';
import { PlusIcon, SearchIcon } from '@primer/octicons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Bot } from '../../lib/client/generated.ts';
import { useSession } from '../api/queries.ts';
import { Failed } from '../frame/failed.tsx';
import { PageTitle } from '../look/page-title.tsx';
import { type ListedBot, useBots } from './queries.ts';
import type { BotsSearch, Shown } from './search.ts';
import { State } from './state.tsx';
import { lengthOf, momentOf, wholeMoment } from './times.ts';
import { Welcome } from './welcome.tsx';
import { isInMeeting, makerOf, meetingName, platformOf } from './words.ts';

const SendBot = lazy(async () => ({ default: (await import('./send.tsx')).SendBot }));

const route = getRouteApi('/');
const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'coming', label: 'Coming' },
  { value: 'ended', label: 'Ended' },
  { value: 'failed', label: 'Failed' },
];

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
  if (!isPending && bots.length === 0) return <Welcome isFiltered={Boolean(search.show || search.meeting)} />;
  return (
    <section className="raised page-list" aria-label="Bots" style={{ display: 'contents' }}>
      <div className="raised bots" ref={place} aria-busy={isPending} data-count={bots.length}>
        <div className="bot-row bots-head" aria-hidden>
          <span>State</span>
          <span>Meeting</span>
          <span>Sent by</span>
          <span>Joins</span>
          <span>In the meeting</span>
        </div>
        {isPending && (
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

/** Finds a meeting by any form of its link, once nobody types any more. */
const MeetingFilter = ({ search }: { readonly search: BotsSearch }) => {
  const navigate = route.useNavigate();
  const [text, setText] = useState(search.meeting ?? '');
  const apply = useDebouncedCallback((meeting: string) => {
    void navigate({
      search: { ...(search.show && { show: search.show }), ...(meeting && { meeting }) },
      replace: true,
    });
  }, 250);
  const change = (value: string) => {
    setText(value);
    apply(value.trim());
  };
  return (
    <TextInput
      aria-label="Link of a meeting"
      placeholder="Find by the link of a meeting"
      leftSection={<SearchIcon />}
      rightSection={text && <CloseButton aria-label="All meetings" onClick={() => change('')} />}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      maw={360}
      flex="1 1 220px"
    />
  );
};

export const Bots = () => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { role } = useSession();
  const [isSending, { open, close }] = useDisclosure();
  return (
    <div className="page">
      <Group justify="space-between">
        <PageTitle name="Bots" />
        {role === 'viewer' ? (
          <Text className="quiet">You may look.</Text>
        ) : (
          <Button leftSection={<PlusIcon />} onClick={open}>
            Send a bot
          </Button>
        )}
      </Group>
      <Group gap="sm">
        <SegmentedControl
          aria-label="Which bots"
          data={[...choices]}
          value={search.show ?? 'all'}
          onChange={(value) =>
            void navigate({
              search: {
                ...(search.meeting && { meeting: search.meeting }),
                ...(value !== 'all' && { show: value as Shown }),
              },
            })
          }
        />
        <MeetingFilter search={search} />
      </Group>
      <List key={JSON.stringify(search)} search={search} />
      {isSending && (
        <Suspense>
          <SendBot close={close} />
        </Suspense>
      )}
    </div>
  );
};
