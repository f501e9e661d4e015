import { NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, ask } from '../api/client.ts';
import { Failed, Refused } from '../frame/failed.tsx';
import { Section } from '../look/section.tsx';

type ProjectAnswer = AnswerOf<'getProject'>;
const queryKey = ['project'];

const keptFor = ({ keep_days }: ProjectAnswer): string =>
  keep_days === null
    ? 'Recordings, transcripts and chats stay until somebody deletes them: on the page of a bot, or by the API.'
    : `Recordings, transcripts and chats are deleted by themselves ${keep_days} days after a meeting has ended.`;

/** In which names the project is answered, and how long it keeps what bots bring home. */
export const Project = () => {
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey, queryFn: () => ask('getProject') });
  const changed = useMutation({
    mutationFn: (names: ProjectAnswer['names']) => ask('updateProject', { body: { names } }),
    onSuccess: (now) => client.setQueryData(queryKey, now),
  });
  return (
    <Section title="Project" says="What holds for all of its bots.">
      {error && <Failed error={error} />}
      {data && (
        <Stack gap="md">
          <NativeSelect
            label="Names in answers and webhooks"
            description="Requests may use either. With plain names, webhooks are also signed as other services of this family sign theirs."
            data={[
              { value: 'neutral', label: 'Neutral: stt_a, platform_a_language …' },
              { value: 'plain', label: 'Plain: deepgram, google_meet_language …' },
            ]}
            value={data.names}
            disabled={changed.isPending}
            onChange={({ currentTarget }) => changed.mutate(currentTarget.value as ProjectAnswer['names'])}
          />
          {changed.isSuccess && (
            <Text role="status" size="sm">
              It holds for every answer from now on, and for webhooks some seconds later.
            </Text>
          )}
          <Refused error={changed.error} />
          <div>
            <Text fw={600} size="sm">
              How long it is kept
            </Text>
            <Text size="sm">{keptFor(data)}</Text>
            <Text size="sm" className="quiet">
              Whoever runs the service can set this: <code>npm start -- --keep-days 30</code> on a machine of your own,{' '}
              <code>cdk deploy -c dataRetentionDays=30</code> on AWS.
            </Text>
          </div>
          <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
            The project “{data.name}” has the id {data.id}.
          </Text>
        </Stack>
      )}
    </Section>
  );
};
