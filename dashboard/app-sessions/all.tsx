/** Meetings that were taken down from Zoom's stream, without anybody joining them. */
import { Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AppSession } from '../../lib/client/generated.ts';
import { momentOf, wholeMoment } from '../bots/times.ts';
import { Failed } from '../frame/failed.tsx';
import { CodeBlock } from '../look/code-block.tsx';
import { Dot } from '../look/dot.tsx';
import { FirstSteps } from '../look/first-steps.tsx';
import { Older } from '../look/older.tsx';
import { PageTitle } from '../look/page-title.tsx';
import { sessionsQuery } from './queries.ts';
import { sessionName, standOf } from './words.ts';

const Row = ({ session }: { readonly session: AppSession }) => {
  const [word, tone] = standOf(session);
  return (
    <li>
      <Link to="/app-sessions/$id" params={{ id: session.id }} className="session-row">
        <span className="what">{sessionName(session)}</span>
        <Dot word={word} tone={tone} />
        <time className="quiet" dateTime={session.created_at} title={wholeMoment(session.created_at)}>
          {momentOf(session.created_at)}
        </time>
      </Link>
    </li>
  );
};

const example = `curl -X POST ${location.origin}/api/v1/app_sessions \\
  -H "Authorization: Token $API_KEY" -H 'Content-Type: application/json' \\
  -d "{ \\"conf_rtms\\": $RTMS_STARTED }"`;

const First = () => (
  <FirstSteps
    title="No app sessions yet"
    says="Zoom can stream a meeting to an app that its host has allowed: it is recorded and transcribed without a bot in it."
    steps={[
      {
        name: 'Have an app with Realtime Media Streams',
        does: 'Make one at Zoom. An owner of the project enters its client id and secret in Settings, under Zoom apps.',
      },
      {
        name: 'Forward what Zoom tells it',
        does: 'Your server sends on what Zoom posts as meeting.rtms_started, unchanged and within a minute:',
      },
    ]}
  >
    <CodeBlock>{example}</CodeBlock>
  </FirstSteps>
);

export const AppSessions = () => {
  const asked = useInfiniteQuery(sessionsQuery);
  const { data, error, refetch } = asked;
  const sessions = data?.pages.flatMap(({ results }) => results);
  return (
    <Stack gap="lg">
      <div>
        <PageTitle name="App sessions" />
        <Text className="quiet">Zoom meetings that were streamed to the service, without a bot.</Text>
      </div>
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} radius="md" role="status" aria-label="Loading" />}
      {sessions?.length === 0 && <First />}
      {sessions && sessions.length > 0 && (
        <ul className="raised session-rows" aria-label="App sessions">
          {sessions.map((session) => (
            <Row key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Older label="Older ones" of={asked} />
    </Stack>
  );
};
