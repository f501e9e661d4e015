/** A test event, sent as every other one, and how it was answered. */
import { Anchor, Button, Group, Loader, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { type AnswerOf, ask } from '../api/client.ts';
import { Refused } from '../frame/failed.tsx';
import { answerOf, type Delivery, InFull } from './in-full.tsx';
import { againMs, standOf } from './test-sent.ts';
import { type Subscription, type Trigger, triggers } from './triggers.ts';

interface Looked {
  readonly found: Delivery | undefined;
  readonly looks: number;
}
const standIn = (looked: Looked | undefined, error: Error | null) =>
  standOf({ isFound: looked?.found !== undefined, looks: looked?.looks ?? 0, hasFailed: error !== null });

const Answer = ({ subject_id, idempotency_key }: AnswerOf<'testSubscription'>) => {
  const looks = useRef(0);
  const { data, error, refetch } = useQuery({
    queryKey: ['test', idempotency_key],
    queryFn: async () => {
      const { results } = await ask('listDeliveries', { query: { about: subject_id } });
      looks.current += 1;
      const found = results.find((one) => one.idempotency_key === idempotency_key);
      return { found, looks: looks.current };
    },
    refetchInterval: ({ state: { data, error } }) => (standIn(data, error) === 'under_way' ? againMs : false),
  });
  const stand = standIn(data, error);
  const found = data?.found;
  if (stand === 'under_way') {
    return (
      <Group gap="sm" role="status">
        <Loader size="xs" /> It is on its way …
      </Group>
    );
  }
  if (!found) {
    const lookAgain = () => {
      looks.current = 0;
      void refetch();
    };
    return (
      <Stack gap="xs" align="flex-start">
        <Refused error={error} />
        <Text role="status">
          {stand === 'given_up' && 'Nothing is known of it after 40 seconds: it waits for its turn, or was lost. '}
          Whatever becomes of it is listed{' '}
          <Anchor
            renderRoot={(props) => <Link to="/webhooks" search={{ about: subject_id }} {...props} />}
            td="underline"
          >
            among the deliveries
          </Anchor>
          .
        </Text>
        <Button size="xs" variant="default" onClick={lookAgain}>
          Look again
        </Button>
      </Stack>
    );
  }
  const attempt = found.attempts.at(-1);
  return (
    <Stack gap="xs">
      <Text role="status">
        {found.state === 'delivered' ? 'It arrived: ' : 'It did not arrive: '}
        {attempt && answerOf(attempt)} in {Math.round(attempt?.duration_ms ?? 0)} ms.
      </Text>
      {attempt?.status === 401 && (
        <Text>
          The receiver may go by another secret: one of another subscription, of the project, or an older one.
        </Text>
      )}
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
