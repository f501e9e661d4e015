/** What people did by the dashboard, for owners. */
import { Anchor, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type AnswerOf, ask } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { momentOf, wholeMoment } from '../bots/times.ts';
import { meetingName } from '../bots/words.ts';
import { Back } from '../look/back.tsx';
import { Older } from '../look/older.tsx';
import { PageTitle } from '../look/page-title.tsx';
import { Section } from '../look/section.tsx';
import { Waiting } from '../look/waiting.tsx';
import { together, wordsOfActs } from './acts.ts';
import { providerKeysQuery } from './provider-keys.tsx';

type Entry = AnswerOf<'listAudit'>['results'][number];

const isCommand = ({ act }: Entry): boolean => act.startsWith('admin ');

const pageOf = (about: string) => {
  if (about.startsWith('bot_')) return '/bots/$id' as const;
  return about.startsWith('app_') ? ('/app-sessions/$id' as const) : undefined;
};

/** Bots are called alike: their meetings tell them apart. */
const nameOf = ({ called, meeting_url, about }: Entry): string | null =>
  called && meeting_url ? `${called} (${meetingName(meeting_url)})` : (called ?? about);

const About = ({ entry }: { readonly entry: Entry }) => {
  const { data: providers } = useQuery(providerKeysQuery);
  const { about } = entry;
  if (about === null) return null;
  const to = pageOf(about);
  if (!to) return <strong>{providers?.find(({ provider }) => provider === about)?.maker ?? about}</strong>;
  return (
    <Anchor renderRoot={(props) => <Link to={to} params={{ id: about }} {...props} />} td="underline">
      {nameOf(entry)}
    </Anchor>
  );
};

const One = ({ entry, acts }: { readonly entry: Entry; readonly acts: readonly string[] }) => (
  <li>
    <time className="quiet" dateTime={entry.at} title={wholeMoment(entry.at)}>
      {momentOf(entry.at)}
    </time>
    <span style={{ overflowWrap: 'anywhere' }}>
      <strong>{entry.name}</strong> {wordsOfActs(acts)} <About entry={entry} />
      <span className="beneath">
        {[
          entry.role,
          entry.email ?? entry.subject ?? [],
          isCommand(entry) ? 'npm run admin' : `session ${entry.session}`,
        ]
          .flat()
          .join(', ')}
      </span>
    </span>
  </li>
);

const Entries = () => {
  const asked = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam }) => ask('listAudit', { query: pageParam === undefined ? {} : { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const entries = asked.data?.pages.flatMap(({ results }) => results);
  return (
    <Section
      title="In the dashboard, and by the operator’s commands"
      says="Who came in, made, changed and deleted something; and, once an hour for each person, what they looked at of which meeting. Kept for 400 days."
    >
      <Waiting for={asked} />
      {entries?.length === 0 && <Text>Nobody has done anything yet.</Text>}
      <ul className="history acts">
        {together(entries ?? []).map((row) => (
          <One key={row.entry.id} {...row} />
        ))}
      </ul>
      <Older label="Earlier ones" of={asked} />
    </Section>
  );
};

export const Audit = () => {
  const { role } = useSession();
  return (
    <Stack gap="lg">
      <Back to="/settings">Settings</Back>
      <PageTitle name="Who did what" />
      {role === 'owner' ? <Entries /> : <Text className="quiet">Only owners of the project see what others did.</Text>}
    </Stack>
  );
};
