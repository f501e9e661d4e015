import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, ask } from '../api/client.ts';
import { momentOf } from '../bots/times.ts';
import { Refused } from '../frame/failed.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { Waiting } from '../look/waiting.tsx';

type Known = AnswerOf<'listProviderKeys'>[number];
const queryKey = ['provider_keys'];
export const providerKeysQuery = queryOptions({ queryKey, queryFn: () => ask('listProviderKeys') });

interface TriedProps {
  readonly maker: string;
  readonly trial: AnswerOf<'testProviderKey'> | undefined;
  readonly isNew: boolean;
}

/** How one real request with the key was answered. */
const Tried = ({ maker, trial, isNew }: TriedProps) => {
  if (!trial) return null;
  return (
    <Text role="status" size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
      {trial.works
        ? `${maker} takes it: a second of silence was transcribed.`
        : `${isNew ? 'The key is entered, but this is what came of trying it: ' : ''}${trial.error_message ?? 'it does not work'}.`}
    </Text>
  );
};

const saysOf = ({ entered_at, is_unreadable }: Known): string => {
  if (is_unreadable) return 'There is one, but it cannot be read: enter it again.';
  return entered_at ? `There is one, entered ${momentOf(entered_at)}. It is never shown.` : 'There is none yet.';
};

const Provider = (known: Known) => {
  const { provider, maker } = known;
  const isThere = known.entered_at !== null || known.is_unreadable === true;
  const client = useQueryClient();
  const tried = useMutation({ mutationFn: () => ask('testProviderKey', { body: { provider } }) });
  const { input, form, button, refusal, answer, letGo } = useForm(
    { key: '' },
    {
      send: ({ key }) => {
        tried.reset();
        return ask('setProviderKey', { body: { provider, key } });
      },
      shownIn: queryKey,
    },
  );
  return (
    <form {...form} className="listed">
      <Group align="flex-end" gap="sm">
        <PasswordInput
          label={`Key for ${maker}`}
          description={saysOf(known)}
          placeholder={isThere ? 'Another one takes its place' : 'As its maker gave it to you'}
          flex="1 1 260px"
          {...input('key')}
        />
        <Button {...button}>Enter</Button>
        {isThere && (
          <Button
            variant="default"
            loading={tried.isPending}
            onClick={() => tried.mutate()}
            aria-label={`Try ${maker}`}
          >
            Try
          </Button>
        )}
        {isThere && (
          <Sure
            label="Forget"
            of={maker}
            title={`Forget the key for ${maker}?`}
            means="What is said from now on is marked in transcripts instead of being written down, until there is a key again."
            yes="Forget it"
            does={async () => {
              await ask('removeProviderKey', { query: { provider } });
              tried.reset();
              letGo();
              await client.invalidateQueries({ queryKey });
            }}
          />
        )}
      </Group>
      <Tried maker={maker} trial={tried.data ?? answer?.trial} isNew={tried.data === undefined} />
      <Refused error={tried.error ?? refusal} />
    </form>
  );
};

/** Keys for providers of transcription: entered, and never shown again. */
export const ProviderKeys = () => {
  const asked = useQuery(providerKeysQuery);
  const { data = [] } = asked;
  return (
    <Section
      title="Transcription"
      says="Keys that you have from providers of speech-to-text. Each is tried with one real request when it is entered. Meetings with captions need none."
    >
      <Waiting for={asked} />
      <Stack gap="md">
        {data.map((one) => (
          <Provider key={one.provider} {...one} />
        ))}
      </Stack>
    </Section>
  );
};
