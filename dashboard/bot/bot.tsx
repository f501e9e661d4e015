/** One bot: what it is at, and everything about it. */
import { Alert, Anchor, Button, Group, Skeleton, Stack } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Bot } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { lastList } from '../bots/last-list.ts';
import { State } from '../bots/state.tsx';
import { momentOf, wholeMoment } from '../bots/times.ts';
import { failureOf, hasJoined, isFinal, makerOf, meetingName, platformOf } from '../bots/words.ts';
import { calendarBotsKey } from '../calendars/queries.ts';
import { isGone } from '../frame/failed.tsx';
import { Back } from '../look/back.tsx';
import { fileLink } from '../look/file-link.ts';
import { NotShown } from '../look/not-shown.tsx';
import { PageTitle } from '../look/page-title.tsx';
import { Sure } from '../look/sure.tsx';
import { useChat, useParticipantEvents, useRecording, useTranscript } from './captured.ts';
import { useDetails } from './details.ts';
import { Facts } from './facts.tsx';
import { Followed } from './followed.tsx';
import { History } from './history.tsx';
import { KeptOut } from './kept-out.tsx';
import { Live } from './live/live.tsx';
import { Orders } from './live/orders.tsx';
import { After } from './playback/after.tsx';
import { entriesOf } from './transcript/entries.ts';
import { TranscriptFile } from './transcript/transcript-file.tsx';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/bots/$id');
const againMs = 1000;
/** To the list as it was left. */
const toBots = () => ({ to: '/', search: lastList.search(), children: 'Bots' }) as const;

const DeleteData = ({ bot }: { readonly bot: Bot }) => {
  const client = useQueryClient();
  return (
    <Sure
      label="Delete data"
      title="Delete what the meeting left?"
      means="The recording, the transcript, who was there and what they wrote are gone for good. The bot stays in the list, with its metadata and what happened to it."
      yes="Delete it"
      does={async () => {
        await api.deleteBotData({ path: { object_id: bot.id } });
        await client.invalidateQueries({ queryKey: ['bot', bot.id] });
      }}
    />
  );
};

/** What can be taken home. */
const Downloads = ({ bot }: { readonly bot: Bot }) => {
  const { data: recording } = useRecording(bot);
  const details = useDetails(bot.id);
  const { data: lines } = useTranscript(bot);
  const { data: chat } = useChat(bot.id, false);
  const { data: events } = useParticipantEvents(bot.id, false);
  return (
    <>
      {recording && (
        <Button
          component="a"
          {...fileLink(recording.url, `${bot.id}.${recording.format}`)}
          variant="default"
          leftSection={<DownloadIcon />}
        >
          Recording
        </Button>
      )}
      <TranscriptFile
        name={details?.bot_name ?? ''}
        entries={entriesOf({ lines, chat, events })}
        recording={recording}
      />
    </>
  );
};

const Unschedule = ({ bot }: { readonly bot: Bot }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Sure
      label="Do not send it"
      title="Have this bot not sent?"
      means={`It is deleted, and does not join ${meetingName(bot.meeting_url)}. That cannot be taken back: send another one if it is wanted after all.`}
      yes="Delete it"
      does={async () => {
        await api.deleteBot({ path: { object_id: bot.id } });
        await client.invalidateQueries({ queryKey: calendarBotsKey });
        await navigate({ to: '/', search: lastList.search() });
      }}
    />
  );
};

const Body = ({ bot }: { readonly bot: Bot }) => {
  const failure = failureOf(bot);
  const hasContent = hasJoined(bot);
  return (
    <Stack gap="lg">
      {failure && <KeptOut bot={bot} failure={failure} />}
      <Warnings bot={bot} />
      {bot.state === 'scheduled' && (
        <Alert color="leaf" variant="light">
          It joins on {wholeMoment(bot.join_at)}.
        </Alert>
      )}
      {!isFinal(bot) && bot.state !== 'scheduled' && <Live bot={bot} />}
      {isFinal(bot) && hasContent && <After bot={bot} />}
      <History events={bot.events} />
      <Facts bot={bot} />
    </Stack>
  );
};

export const BotPage = () => {
  const { id } = route.useParams();
  const { role, meeting_hosts } = useSession();
  const {
    data: bot,
    error,
    refetch,
  } = useQuery({
    queryKey: ['bot', id],
    queryFn: () => api.getBot({ path: { object_id: id } }),
    refetchInterval: ({ state: { data, error } }) => ((data && isFinal(data)) || isGone(error) ? false : againMs),
  });
  const details = useDetails(id);
  // One that was deleted meanwhile is shown no more.
  if (error && (!bot || isGone(error)))
    return <NotShown back={toBots()} what="bot" error={error} retry={() => void refetch()} />;
  if (!bot) return <Skeleton h={300} radius="md" role="status" aria-label="Loading" />;
  const name = meetingName(bot.meeting_url);
  const mayAct = role !== 'viewer';
  return (
    <Stack gap="lg">
      <Back {...toBots()} />
      <header className="bot-head">
        <div>
          <PageTitle name={`${name}, a bot`} heading={name} />
          <div className="bot-meta quiet">
            <State bot={bot} />
            <span>{platformOf(bot.meeting_url, meeting_hosts)}</span>
            <time dateTime={bot.join_at} title={wholeMoment(bot.join_at)}>
              {momentOf(bot.join_at)}
            </time>
            {details && (
              <span>
                as {details.bot_name}
                {details.made_by && `, sent by ${makerOf(details)}`}
              </span>
            )}
            <Followed bot={bot} />
            <Anchor href={bot.meeting_url} target="_blank" rel="noreferrer" size="sm">
              Open the meeting
            </Anchor>
          </div>
        </div>
        <Group gap="sm">
          {!isFinal(bot) && <Orders bot={bot} />}
          {mayAct && bot.state === 'scheduled' && <Unschedule bot={bot} />}
          {isFinal(bot) && hasJoined(bot) && bot.state !== 'data_deleted' && <Downloads bot={bot} />}
          {mayAct && ['ended', 'fatal_error'].includes(bot.state) && <DeleteData bot={bot} />}
        </Group>
      </header>
      <Body bot={bot} />
    </Stack>
  );
};
