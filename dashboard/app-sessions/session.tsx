/** One app session: what is said while its stream flows, and what it has left afterwards. */
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { AppSession, MediaFile } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { mayStillCome, noRecordingOf } from '../bot/captured.ts';
import { History } from '../bot/history.tsx';
import { Meeting } from '../bot/playback/after.tsx';
import { entriesOf } from '../bot/transcript/entries.ts';
import { Transcript } from '../bot/transcript/transcript.tsx';
import { TranscriptFile } from '../bot/transcript/transcript-file.tsx';
import { clockOf, momentOf, wholeMoment } from '../bots/times.ts';
import { isFinal } from '../bots/words.ts';
import { Refused } from '../frame/failed.tsx';
import { Trouble } from '../grants/stand.tsx';
import { Back } from '../look/back.tsx';
import { Dot } from '../look/dot.tsx';
import { fileLink } from '../look/file-link.ts';
import { NotShown } from '../look/not-shown.tsx';
import { PageTitle } from '../look/page-title.tsx';
import { Sure } from '../look/sure.tsx';
import { sessionQuery, useTaken } from './queries.ts';
import { eventWord, sessionName, standOf, troubleOf } from './words.ts';

const route = getRouteApi('/app-sessions/$id');
const toSessions = { to: '/app-sessions', children: 'App sessions' } as const;

const fileWords: Readonly<Record<MediaFile['kind'], string>> = {
  recording: 'Recording',
  screen_share: 'Shared screens',
};

const Taken = ({ session }: { readonly session: AppSession }) => {
  const { lines, events, chat, media } = useTaken(session);
  const said = useMemo(() => entriesOf({ lines: lines.data }), [lines.data]);
  if (!isFinal(session))
    return (
      <Transcript
        entries={said}
        timeOf={({ timestamp_ms }) => clockOf(timestamp_ms)}
        empty="What is said appears here, a moment after it was said."
        error={lines.error}
        retry={() => void lines.again().catch(() => undefined)}
        followsEnd
      />
    );
  const isEmpty = [lines, events].every(({ data, error }) => data.length === 0 && error === null);
  if (media.data === null && isEmpty && !mayStillCome(session)) return null;
  return (
    <Meeting
      {...{ lines, events, chat }}
      recording={media}
      happened={session.events}
      noRecording={noRecordingOf(session)}
    />
  );
};

const Downloads = ({ session }: { readonly session: AppSession }) => {
  const { lines, events, chat, media } = useTaken(session);
  return (
    <>
      {media.data?.files.map(({ kind, url, format }) => (
        <Button
          key={kind}
          component="a"
          {...fileLink(url, `${session.id}-${kind}.${format}`)}
          variant="default"
          leftSection={<DownloadIcon />}
        >
          {fileWords[kind]}
        </Button>
      ))}
      <TranscriptFile
        name={sessionName(session)}
        entries={entriesOf({ lines: lines.data, chat: chat.data, events: events.data })}
        recording={media.data}
      />
    </>
  );
};

const Acts = ({ session }: { readonly session: AppSession }) => {
  const client = useQueryClient();
  const path = { object_id: session.id };
  const again = () => client.invalidateQueries({ queryKey: ['app_session', session.id] });
  const ended = useMutation({ mutationFn: () => api.endAppSession({ path }), onSettled: again });
  if (!isFinal(session))
    return (
      <>
        <Button variant="outline" color="red" loading={ended.isPending} onClick={() => ended.mutate()}>
          End it
        </Button>
        <Refused error={ended.error} />
      </>
    );
  if (session.state === 'data_deleted') return null;
  return (
    <Sure
      label="Delete data"
      title="Delete what this session has taken down?"
      means="Recording, transcript, people and chat are gone for good. That there was a session, and what happened to it, stays."
      yes="Delete it"
      does={async () => {
        await api.deleteAppSessionData({ path });
        await again();
      }}
    />
  );
};

export const AppSessionPage = () => {
  const { id } = route.useParams();
  const { role } = useSession();
  const { data: session, error, refetch } = useQuery(sessionQuery(id));
  if (error && !session)
    return <NotShown back={toSessions} what="app session" error={error} retry={() => void refetch()} />;
  if (!session) return <Skeleton h={300} radius="md" role="status" aria-label="Loading" />;
  const name = sessionName(session);
  const trouble = troubleOf(session);
  const [word, tone] = standOf(session);
  return (
    <Stack gap="lg">
      <Back {...toSessions} />
      <header className="bot-head">
        <div>
          <PageTitle name={`${name}, an app session`} heading={name} />
          <div className="bot-meta quiet">
            <Dot word={word} tone={tone} />
            <time dateTime={session.created_at} title={wholeMoment(session.created_at)}>
              {momentOf(session.created_at)}
            </time>
          </div>
        </div>
        <Group gap="sm">
          {isFinal(session) && session.state !== 'data_deleted' && <Downloads session={session} />}
          {role !== 'viewer' && <Acts session={session} />}
        </Group>
      </header>
      {trouble && (
        <Trouble title={trouble.title} since={trouble.since}>
          {trouble.todo}
        </Trouble>
      )}
      {session.state !== 'data_deleted' && <Taken key={session.id} session={session} />}
      <History events={session.events} wordOf={eventWord} />
    </Stack>
  );
};
