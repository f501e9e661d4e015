/** Who is told of what happens, and what became of telling them. */
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { type AnswerOf, ask, RefusedError } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { Failed, wordsOf } from '../frame/failed.tsx';
import { Once } from '../look/once.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { Deliveries } from './deliveries.tsx';

type Subscription = AnswerOf<'listSubscriptions'>[number];
type Trigger = Subscription['triggers'][number];

const triggers: Readonly<Record<Trigger, string>> = {
  'bot.state_change': 'A bot changes its state',
  'transcript.update': 'Something was said',
  'participant_events.join_leave': 'Somebody comes or goes',
  'participant_events.speech_start_stop': 'Somebody begins or ends to speak',
  'chat_messages.update': 'Somebody writes in the chat',
  'calendar.events_update': 'Events of a calendar change',
  'calendar.state_change': 'A calendar is lost, or found again',
  'conf_oauth_connection.state_change': 'A connection is lost, or found again',
};
const allTriggers = Object.keys(triggers) as Trigger[];
const queryKey = ['webhooks'];

const One = ({ one }: { readonly one: Subscription }) => {
  const client = useQueryClient();
  const { role } = useSession();
  const again = () => client.invalidateQueries({ queryKey });
  const rotated = useMutation({ mutationFn: () => ask('rotateSecret', { id: one.id }), onSuccess: again });
  const enabled = useMutation({ mutationFn: () => ask('enableSubscription', { id: one.id }), onSuccess: again });
  const error = rotated.error ?? enabled.error;
  return (
    <Stack className="listed" gap="xs">
      <Group justify="space-between">
        <div>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {one.url}
          </Text>
          <Text size="sm" className="quiet">
            {one.triggers.map((trigger) => triggers[trigger]).join(' · ')}
          </Text>
          {one.valid_secrets > 1 && (
            <Text size="sm" className="quiet">
              Two secrets sign, until the one before runs out.
            </Text>
          )}
        </div>
        {role === 'owner' && (
          <Group gap="xs">
            <Button size="xs" variant="default" loading={rotated.isPending} onClick={() => rotated.mutate()}>
              New secret
            </Button>
            <Sure
              size="xs"
              label="Delete"
              title="Delete this subscription?"
              means={`Nothing is sent to ${one.url} any more; what waits to be sent again is dropped.`}
              yes="Delete it"
              does={async () => {
                await ask('deleteSubscription', { id: one.id });
                await again();
              }}
            />
          </Group>
        )}
      </Group>
      {one.state === 'disabled' && (
        <Alert color="yellow" variant="light" title="Nothing is sent there">
          {one.disabled_reason}{' '}
          {role === 'owner' && (
            <Button size="xs" variant="default" loading={enabled.isPending} onClick={() => enabled.mutate()}>
              Send again
            </Button>
          )}
        </Alert>
      )}
      {rotated.data && <Once title="The new secret" value={rotated.data.webhook_secret} done={rotated.reset} />}
      {error && <Text role="alert">{wordsOf(error)}</Text>}
    </Stack>
  );
};

const Add = () => {
  const client = useQueryClient();
  const [url, setUrl] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(['bot.state_change']);
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: () => ask('createSubscription', { body: { url: url.trim(), triggers: chosen as Trigger[] } }),
    onSuccess: () => {
      setUrl('');
      return client.invalidateQueries({ queryKey });
    },
  });
  const errors = error instanceof RefusedError ? (error.problem.errors ?? {}) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() && chosen.length > 0) mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {data && <Once title="The secret that signs what is sent there" value={data.webhook_secret} done={reset} />}
        <TextInput
          label="Address of your server"
          placeholder="https://hooks.example.com/bots"
          inputMode="url"
          autoComplete="off"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={error && (errors.url?.[0] ?? wordsOf(error))}
        />
        <Checkbox.Group label="Tell it when" value={[...chosen]} onChange={setChosen}>
          <div className="choices">
            {allTriggers.map((trigger) => (
              <Checkbox key={trigger} value={trigger} label={triggers[trigger]} />
            ))}
          </div>
        </Checkbox.Group>
        <Button type="submit" w="fit-content" loading={isPending} disabled={url.trim() === '' || chosen.length === 0}>
          Subscribe
        </Button>
      </Stack>
    </form>
  );
};

export const Webhooks = () => {
  const { role } = useSession();
  const { data, error } = useQuery({ queryKey, queryFn: () => ask('listSubscriptions') });
  useEffect(() => {
    document.title = 'Webhooks';
  }, []);
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Webhooks
      </Title>
      <Section
        title="Subscriptions"
        says="Your servers are told of all bots that have no webhooks of their own, signed with the secret of the subscription."
      >
        {error && <Failed error={error} />}
        <Stack gap="md">
          {data?.length === 0 && <Text>Nobody is told of anything yet.</Text>}
          {data?.map((one) => (
            <One key={one.id} one={one} />
          ))}
          {role === 'owner' && <Add />}
        </Stack>
      </Section>
      <Deliveries />
    </Stack>
  );
};
