/** A test event, sent as every other one, and how it was answered. */
import { Button, Group, Loader, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type AnswerOf, ask } from '../api/client.ts';
import { Refused } from '../frame/failed.tsx';
import { InFull } from './in-full.tsx';
import { type Subscription, type Trigger, triggers } from './triggers.ts';

const againMs = 500;
/** A server has 15 seconds to answer, and what is for a slow one waits for its turn. */
const mostLooks = 80;

const Answer = ({ subject_id, idempotency_key }: AnswerOf<'testSubscription'>) => {
  const { data } = useQuery({
    queryKey: ['test', idempotency_key],
    queryFn: async () => {
      const found = await ask('listDeliveries', { query: { about: subject_id } });
      return found.find((one) => one.idempotency_key === idempotency_key) ?? null;
    },
    refetchInterval: ({ state }) => (state.data || state.dataUpdateCount >= mostLooks ? false : againMs),
  });
  if (!data) {
    return (
      <Group gap="sm" role="status">
        <Loader size="xs" /> It is on its way …
      </Group>
    );
  }
  const attempt = data.attempts.at(-1);
  return (
    <Stack gap="xs">
      <Text role="status">
        {data.state === 'delivered' ? 'It arrived: ' : 'It did not arrive: '}
        {attempt?.status ? `answered ${attempt.status}` : attempt?.error} in {Math.round(attempt?.duration_ms ?? 0)} ms.
      </Text>
      <InFull about={subject_id} idempotency_key={idempotency_key} />
    </Stack>
  );
};

export const TryOut = ({ one }: { readonly one: Subscription }) => {
  const [trigger, setTrigger] = useState<Trigger>(one.triggers[0] ?? 'bot.state_change');
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () => ask('testSubscription', { id: one.id, body: { trigger } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Stack gap="sm" pt="xs">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label="An event as if"
            data={one.triggers.map((value) => ({ value, label: triggers[value] }))}
            value={trigger}
            onChange={({ currentTarget }) => setTrigger(currentTarget.value as Trigger)}
          />
          <Button type="submit" variant="default" loading={isPending}>
            Send it
          </Button>
        </Group>
      </form>
      <Text size="sm" className="quiet">
        It is signed and sent as every other one, once. Its <code>bot_metadata</code> says{' '}
        <code>{'{"test": true}'}</code>.
      </Text>
      {data && <Answer key={data.idempotency_key} {...data} />}
      <Refused error={error} />
    </Stack>
  );
};
