import { Anchor, Button, Group, NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { serviceNow } from '../api/service-time.ts';
import { momentOf } from '../bots/times.ts';
import { Refused } from '../frame/failed.tsx';
import { Dot, type Tone } from '../look/dot.tsx';
import { Older } from '../look/older.tsx';
import { Section } from '../look/section.tsx';
import { Waiting } from '../look/waiting.tsx';
import { answerOf, type Delivery, InFull } from './in-full.tsx';
import { noneListed } from './none-listed.ts';
import { subscriptionsKey } from './triggers.ts';

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
  const last = one.attempts.at(-1);
  // Until then the service refuses to send it.
  const isUnderWay = one.next_attempt_at !== null && Date.parse(one.next_attempt_at) > serviceNow();
  return (
    <details className="listed" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Dot word={word} tone={tone} /> <span className="told">{one.trigger}</span>{' '}
        <span className="quiet">{momentOf(one.created_at)}</span>{' '}
        <span className="quiet" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          to {one.url}
          {last && `: ${answerOf(last)}`}
        </span>
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
  const [to, setTo] = useState('');
  const { data: subscriptions = [] } = useQuery({
    queryKey: subscriptionsKey,
    queryFn: () => ask('listSubscriptions'),
  });
  const asked = useInfiniteQuery({
    queryKey: ['deliveries', about, state, to],
    queryFn: ({ pageParam }) =>
      ask('listDeliveries', {
        query: {
          ...(about && { about }),
          ...(state !== 'all' && { state }),
          ...(to && { subscription_id: to }),
          ...(pageParam && { before: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // Whoever reads earlier ones is not disturbed, and each page would be asked for again.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : againMs),
  });
  const { data, hasNextPage } = asked;
  // By a link, what it is about changes without the field.
  useEffect(() => {
    setTyped((before) => (before.trim() === (about ?? '') ? before : (about ?? '')));
    keep(undefined);
  }, [about]);
  const listed = data?.pages.flatMap(({ results }) => results);
  const isKept = (one: Delivery) => one.idempotency_key === kept?.idempotency_key;
  const shown = kept && listed && !listed.some(isKept) ? [kept, ...listed] : listed;
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
          ? 'Everything that was sent about it in the last 30 days, newest first.'
          : 'What did not arrive at the first attempt, in the last 30 days, newest first. Enter the id of a bot to see everything that was sent about it, also what arrived at once.'
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
        {subscriptions.length > 0 && (
          <NativeSelect
            label="Sent to"
            data={[
              { value: '', label: 'Anywhere' },
              ...subscriptions.map(({ id, url }) => ({ value: id, label: url })),
            ]}
            value={to}
            onChange={({ currentTarget }) => {
              keep(undefined);
              setTo(currentTarget.value);
            }}
            flex="1 1 200px"
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label="Which deliveries"
          data={[
            { value: 'all', label: 'All' },
            { value: 'retrying', label: 'Retrying' },
            { value: 'failed', label: 'Failed' },
            { value: 'delivered', label: 'Arrived' },
            { value: 'disabled', label: 'Not wanted' },
          ]}
          value={state}
          onChange={(value) => {
            keep(undefined);
            setState(value as State | 'all');
          }}
        />
      </Group>
      <Waiting for={asked} />
      {shown?.length === 0 && (
        <Text>{noneListed({ about, isChosen: state !== 'all' || to !== '', hasMore: hasNextPage })}</Text>
      )}
      {shown?.map((one) => (
        <One key={one.idempotency_key} one={one} keep={keep} />
      ))}
      <Older label="Earlier ones" of={asked} />
    </Section>
  );
};
