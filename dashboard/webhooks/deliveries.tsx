import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AnswerOf, ask } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { clockOf, momentOf } from '../bots/times.ts';
import { Failed, wordsOf } from '../frame/failed.tsx';
import { Section } from '../look/section.tsx';

type Delivery = AnswerOf<'listDeliveries'>[number];
type State = Delivery['state'];

const words: Readonly<Record<State, readonly [word: string, tone: string]>> = {
  retrying: ['Retrying', 'waiting'],
  delivered: ['Arrived', 'done'],
  failed: ['Failed', 'failed'],
  disabled: ['Not wanted', 'quiet'],
};
const againMs = 5000;

const One = ({ one }: { readonly one: Delivery }) => {
  const client = useQueryClient();
  const { role } = useSession();
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: () => ask('resendDelivery', { body: { about: one.subject_id, idempotency_key: one.idempotency_key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const [word, tone] = words[one.state];
  return (
    <details className="listed">
      <summary>
        <span className="state" data-tone={tone}>
          <i aria-hidden />
          {word}
        </span>{' '}
        {one.trigger} <span className="quiet">{momentOf(one.created_at)}</span>
      </summary>
      <Stack gap="xs" pt="sm">
        <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
          to {one.url}
        </Text>
        <ul className="history">
          {one.attempts.map(({ attempt, at, status, error, response, duration_ms }) => (
            <li key={`${attempt} ${at}`}>
              <time className="quiet" dateTime={at}>
                {clockOf(at)}
              </time>
              <span style={{ overflowWrap: 'anywhere' }}>
                {status ?? error} <span className="quiet">in {Math.round(duration_ms)} ms</span>
                {response && <pre className="code">{response}</pre>}
              </span>
            </li>
          ))}
        </ul>
        {one.next_attempt_at && <Text size="sm">The next attempt is {momentOf(one.next_attempt_at)}.</Text>}
        <Group gap="sm">
          {one.subject_id.startsWith('bot_') && (
            <Link to="/bots/$id" params={{ id: one.subject_id }}>
              The bot
            </Link>
          )}
          {role !== 'viewer' && (
            <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
              Send again
            </Button>
          )}
        </Group>
        {isSuccess && <Text role="status">It is on its way.</Text>}
        {error && <Text role="alert">{wordsOf(error)}</Text>}
      </Stack>
    </details>
  );
};

/** What did not arrive at once, with every attempt and how it was answered. */
export const Deliveries = () => {
  const [state, setState] = useState<State | 'all'>('all');
  const { data, error } = useQuery({
    queryKey: ['deliveries', state],
    queryFn: () => ask('listDeliveries', { query: state === 'all' ? {} : { state } }),
    refetchInterval: againMs,
  });
  return (
    <Section
      title="Deliveries"
      says="Those that did not succeed at once, the last hundred of 30 days. All others arrived."
    >
      <SegmentedControl
        aria-label="Which deliveries"
        data={[
          { value: 'all', label: 'All' },
          { value: 'retrying', label: 'Retrying' },
          { value: 'failed', label: 'Failed' },
          { value: 'delivered', label: 'Arrived' },
        ]}
        value={state}
        onChange={(value) => setState(value as State | 'all')}
        mb="sm"
      />
      {error && <Failed error={error} />}
      {data?.length === 0 && <Text>Nothing of the kind: everything arrived.</Text>}
      {data?.map((one) => (
        <One key={one.idempotency_key} one={one} />
      ))}
    </Section>
  );
};
