/** One delivery among others. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { serviceNow } from '../api/service-time.ts';
import { momentOf } from '../bots/times.ts';
import { Refused } from '../frame/failed.tsx';
import { Dot, type Tone } from '../look/dot.tsx';
import { answerOf, type Delivery, InFull } from './in-full.tsx';

export type State = Delivery['state'];

export const words: Readonly<Record<State, readonly [word: string, tone: Tone]>> = {
  retrying: ['Retrying', 'waiting'],
  delivered: ['Arrived', 'done'],
  failed: ['Failed', 'failed'],
  disabled: ['Not wanted', 'quiet'],
};

interface OneProps {
  readonly one: Delivery;
  /** Has it stay in the list, though it may be none of those any more that were asked for. */
  readonly keep: (one: Delivery) => void;
}

/** A delivery in the list, and all of it once it is opened. */
export const One = ({ one, keep }: OneProps) => {
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
