import { Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ask } from '../api/client.ts';
import { Older } from '../look/older.tsx';
import { Section } from '../look/section.tsx';
import { Waiting } from '../look/waiting.tsx';
import { One, type State, words } from './delivery.tsx';
import type { Delivery } from './in-full.tsx';
import { noneListed } from './none-listed.ts';
import { subscriptionsKey } from './triggers.ts';

const againMs = 5000;

/** What of deliveries is looked at. */
interface Wanted {
  readonly about: string | undefined;
  readonly state: State | 'all';
  /** A subscription's id; empty: whichever. */
  readonly to: string;
}

const useDeliveries = ({ about, state, to }: Wanted) =>
  useInfiniteQuery({
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

const anId = /^(bot|app|cal|con)_[0-9A-Z]{26}$/;

/** The field for the id of what deliveries are about: it goes there once it holds one, or nothing. */
const About = ({ about = '' }: { readonly about: string | undefined }) => {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(about);
  // By a link, what it is about changes without the field.
  useEffect(() => setTyped((before) => (before.trim() === about ? before : about)), [about]);
  const look = (value: string) => {
    setTyped(value);
    const id = value.trim();
    if (id === '' || anId.test(id)) void navigate({ to: '/webhooks', search: id ? { about: id } : {}, replace: true });
  };
  return (
    <TextInput
      label="About"
      placeholder="Id of a bot, a calendar, a connection"
      value={typed}
      onChange={({ currentTarget }) => look(currentTarget.value)}
      error={typed.trim() !== '' && !anId.test(typed.trim()) && 'an id begins with bot_, app_, cal_ or con_'}
      flex="1 1 280px"
    />
  );
};

interface SentToProps {
  readonly to: string;
  readonly onChoose: (to: string) => void;
}

/** Which subscription they were sent to, where there is any. */
const SentTo = ({ to, onChoose }: SentToProps) => {
  const { data: subscriptions = [] } = useQuery({
    queryKey: subscriptionsKey,
    queryFn: () => ask('listSubscriptions'),
  });
  if (subscriptions.length === 0) return null;
  return (
    <NativeSelect
      label="Sent to"
      data={[{ value: '', label: 'Anywhere' }, ...subscriptions.map(({ id, url }) => ({ value: id, label: url }))]}
      value={to}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      flex="1 1 200px"
    />
  );
};

const choices = [
  { value: 'all', label: 'All' },
  ...(['retrying', 'failed', 'delivered', 'disabled'] as const).map((value) => ({ value, label: words[value][0] })),
];

/** What is wanted, newest first. */
const Listed = (wanted: Wanted) => {
  const { about, state, to } = wanted;
  const [kept, keep] = useState<Delivery>();
  const asked = useDeliveries(wanted);
  const { data, hasNextPage } = asked;
  const listed = data?.pages.flatMap(({ results }) => results);
  const isKept = (one: Delivery) => one.idempotency_key === kept?.idempotency_key;
  const shown = kept && listed && !listed.some(isKept) ? [kept, ...listed] : listed;
  return (
    <>
      <Waiting for={asked} />
      {shown?.length === 0 && (
        <Text>{noneListed({ about, isChosen: state !== 'all' || to !== '', hasMore: hasNextPage })}</Text>
      )}
      {shown?.map((one) => (
        <One key={one.idempotency_key} one={one} keep={keep} />
      ))}
      <Older label="Earlier ones" of={asked} />
    </>
  );
};

/** What did not arrive at once, or everything about one thing: with every attempt, and how it was answered. */
export const Deliveries = () => {
  const { about } = useSearch({ from: '/webhooks' });
  const [state, setState] = useState<State | 'all'>('all');
  const [to, setTo] = useState('');
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
        <About about={about} />
        <SentTo to={to} onChoose={setTo} />
        <SegmentedControl
          size="xs"
          aria-label="Which deliveries"
          data={choices}
          value={state}
          onChange={(value) => setState(value as State | 'all')}
        />
      </Group>
      {/* What was kept in one list is kept in no other. */}
      <Listed key={[about, state, to].join()} about={about} state={state} to={to} />
    </Section>
  );
};
