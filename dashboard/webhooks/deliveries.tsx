import { Anchor, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { momentOf } from '../bots/times.ts';
import { Failed, Refused } from '../frame/failed.tsx';
import { Dot, type Tone } from '../look/dot.tsx';
import { Section } from '../look/section.tsx';
import { type Delivery, InFull } from './in-full.tsx';

type State = Delivery['state'];

const words: Readonly<Record<State, readonly [word: string, tone: Tone]>> = {
  retrying: ['Retrying', 'waiting'],
  delivered: ['Arrived', 'done'],
  failed: ['Failed', 'failed'],
  disabled: ['Not wanted', 'quiet'],
};
const againMs = 5000;

interface OneProps {
  readonly one: Delivery;
  /** Has it stay in the list, though it may be none of those any more that were asked for. */
  readonly keep: (one: Delivery) => void;
}

const One = ({ one, keep }: OneProps) => {
  const client = useQueryClient();
  const { role } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: () => ask('resendDelivery', { body: { about: one.subject_id, idempotency_key: one.idempotency_key } }),
    onSuccess: () => {
      keep(one);
      return client.invalidateQueries({ queryKey: ['deliveries'] });
    },
  });
  const [word, tone] = words[one.state];
  // Until then the service refuses to send it.
  const isUnderWay = one.next_attempt_at !== null && Date.parse(one.next_attempt_at) > Date.now();
  return (
    <details className="listed" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Dot word={word} tone={tone} /> <span className="told">{one.trigger}</span>{' '}
        <span className="quiet">{momentOf(one.created_at)}</span>
      </summary>
      {isOpen && (
        <Stack gap="xs" pt="sm">
          {/* Made anew when there was another attempt. */}
          <InFull key={one.attempts.length} about={one.subject_id} idempotency_key={one.idempotency_key} />
          {one.next_attempt_at && <Text size="sm">The next attempt is {momentOf(one.next_attempt_at)}.</Text>}
          <Group gap="sm">
            {one.subject_id.startsWith('bot_') && (
              <Anchor
                size="sm"
                renderRoot={(props) => <Link to="/bots/$id" params={{ id: one.subject_id }} {...props} />}
              >
                The bot
              </Anchor>
            )}
            {role !== 'viewer' && !isUnderWay && (
              <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
                Send again
              </Button>
            )}
          </Group>
          {isSuccess && <Text role="status">It is on its way.</Text>}
          <Refused error={error} />
        </Stack>
      )}
    </details>
  );
};

const anId = /^(bot|app|cal|con)_[0-9A-Z]{26}$/;

/** What did not arrive at once, or everything about one thing: with every attempt, and how it was answered. */
export const Deliveries = () => {
  const { about } = useSearch({ from: '/webhooks' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(about ?? '');
  const [state, setState] = useState<State | 'all'>('all');
  const [kept, keep] = useState<Delivery>();
  const { data, error } = useQuery({
    queryKey: ['deliveries', about, state],
    queryFn: () => ask('listDeliveries', { query: { ...(about && { about }), ...(state !== 'all' && { state }) } }),
    refetchInterval: againMs,
  });
  const isKept = (one: Delivery) => one.idempotency_key === kept?.idempotency_key;
  const shown = kept && data && !data.some(isKept) ? [kept, ...data] : data;
  const look = (value: string) => {
    keep(undefined);
    setTyped(value);
    const id = value.trim();
    if (id === '' || anId.test(id)) void navigate({ to: '/webhooks', search: id ? { about: id } : {}, replace: true });
  };
  return (
    <Section
      title="Deliveries"
      says={
        about
          ? 'Everything that was sent about it in the last 30 days.'
          : 'What did not arrive at the first attempt: the latest hundred of the last 30 days. Enter the id of a bot to see everything that was sent about it.'
      }
    >
      <Group gap="sm" mb="sm" align="flex-end">
        <TextInput
          label="About"
          placeholder="Id of a bot, a calendar, a connection"
          value={typed}
          onChange={({ currentTarget }) => look(currentTarget.value)}
          error={typed.trim() !== '' && !anId.test(typed.trim()) && 'an id begins with bot_, app_, cal_ or con_'}
          flex="1 1 280px"
        />
        <SegmentedControl
          aria-label="Which deliveries"
          data={[
            { value: 'all', label: 'All' },
            { value: 'retrying', label: 'Retrying' },
            { value: 'failed', label: 'Failed' },
            { value: 'delivered', label: 'Arrived' },
          ]}
          value={state}
          onChange={(value) => {
            keep(undefined);
            setState(value as State | 'all');
          }}
        />
      </Group>
      {error && <Failed error={error} />}
      {shown?.length === 0 && (
        <Text>
          {about
            ? 'Nothing of this kind was sent about it.'
            : 'Nothing: whatever was sent has arrived at the first attempt.'}
        </Text>
      )}
      {shown?.map((one) => (
        <One key={one.idempotency_key} one={one} keep={keep} />
      ))}
    </Section>
  );
};
