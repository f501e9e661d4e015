/** The event of a calendar that a bot was sent for, and whose changes it follows until it joins. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Bot } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';

export const Followed = ({ bot: { calendar_event_id: id, state } }: { readonly bot: Bot }) => {
  // One that is gone from its calendar is no more to be had, which is no fault of the bot's.
  const { data: event } = useQuery({
    queryKey: ['calendar_event', id],
    queryFn: () => (id === undefined ? null : api.getCalendarEvent({ path: { object_id: id } }).catch(() => null)),
    enabled: id !== undefined,
  });
  if (id === undefined) return null;
  return (
    <span>
      {state === 'scheduled' || state === 'staged' ? 'follows ' : 'was sent for '}
      <Anchor size="sm" renderRoot={(props) => <Link to="/calendars" {...props} />}>
        {event?.name ?? 'an event of a calendar'}
      </Anchor>
    </span>
  );
};
