/** What a bot can be told while it is on its way or in its meeting. */
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Bot } from '../../../lib/client/generated.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/queries.ts';
import { Refused } from '../../frame/failed.tsx';

const orders = {
  leave: { says: 'Leave', does: (id: string) => api.leaveBot({ path: { object_id: id } }) },
  pause: { says: 'Pause', does: (id: string) => api.pauseRecording({ path: { object_id: id } }) },
  resume: { says: 'Resume', does: (id: string) => api.resumeRecording({ path: { object_id: id } }) },
} as const;
type Order = keyof typeof orders;

const possible = ({ state }: Bot): Order[] => {
  if (state === 'joined_recording') return ['pause', 'leave'];
  if (state === 'joined_recording_paused') return ['resume', 'leave'];
  return ['ready', 'scheduled', 'leaving', 'post_processing'].includes(state) ? [] : ['leave'];
};

export const Orders = ({ bot }: { readonly bot: Bot }) => {
  const client = useQueryClient();
  const { role } = useSession();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (order: Order) => orders[order].does(bot.id),
    onSettled: () => client.invalidateQueries({ queryKey: ['bot', bot.id], exact: true }),
  });
  if (role === 'viewer' || (possible(bot).length === 0 && !error)) return null;
  return (
    <Group gap="sm">
      <Refused error={error} />
      {possible(bot).map((order) => (
        <Button
          // One button that changes its word: whoever pressed it is still at it.
          key={order === 'leave' ? order : 'recording'}
          variant={order === 'leave' ? 'outline' : 'default'}
          color={order === 'leave' ? 'red' : 'gray'}
          loading={isPending && variables === order}
          onClick={() => mutate(order)}
        >
          {orders[order].says}
        </Button>
      ))}
    </Group>
  );
};
