import { NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, ask } from '../api/client.ts';
import { Refused } from '../frame/failed.tsx';
import { Section } from '../look/section.tsx';
import { Waiting } from '../look/waiting.tsx';
import { Retention } from './retention.tsx';

type ProjectAnswer = AnswerOf<'getProject'>;
const queryKey = ['project'];

/** In which names the project is answered, and how long it keeps what bots bring home. */
export const Project = () => {
  const client = useQueryClient();
  const asked = useQuery({ queryKey, queryFn: () => ask('getProject') });
  const { data } = asked;
  const changed = useMutation({
    mutationFn: (names: ProjectAnswer['names']) => ask('updateProject', { body: { names } }),
    onSuccess: (now) => client.setQueryData(queryKey, now),
  });
  return (
    <Section title="Project" says="What holds for all of its bots.">
      <Waiting for={asked} />
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
          <Retention project={data} queryKey={queryKey} />
          <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
            The project “{data.name}” has the id {data.id}.
          </Text>
        </Stack>
      )}
    </Section>
  );
};
