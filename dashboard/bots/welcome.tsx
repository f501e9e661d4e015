/** What the list shows while there is nothing in it: the shortest way to a first bot. */
import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useSession } from '../api/queries.ts';
import { Refused } from '../frame/failed.tsx';
import { rehearse, scriptOf } from './rehearse.ts';
import type { BotsSearch } from './search.ts';

/** Starts a rehearsal in the demo room and goes to the bot that was sent to it. */
export const Rehearse = ({
  people,
  isFirst = false,
}: {
  readonly people: 'two' | 'six';
  readonly isFirst?: boolean;
}) => {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => rehearse(await scriptOf(people)),
    onSuccess: ({ id }) => navigate({ to: '/bots/$id', params: { id } }),
  });
  return (
    <>
      <Button variant={isFirst ? 'filled' : 'default'} loading={isPending} onClick={() => mutate()}>
        Rehearse with {people} people
      </Button>
      <Refused error={error} />
    </>
  );
};

export const Welcome = ({ search }: { readonly search: BotsSearch }) => {
  const { meeting_hosts, role } = useSession();
  const isFiltered = Object.keys(search).length > 0;
  const isPart = search.meeting !== undefined && !/^https?:/i.test(search.meeting);
  const hasRoom = meeting_hosts.demo_room.includes(location.host) && role !== 'viewer';
  return (
    <Center className="raised" p="xl" mih={320}>
      <Stack align="center" gap="sm" maw={520} ta="center">
        <Title order={2} size="h3">
          {isFiltered ? 'No bots match' : 'No bots yet'}
        </Title>
        <Text className="quiet">
          {isFiltered
            ? isPart
              ? 'Meetings are found by their whole link: paste it as it stands in the invitation.'
              : 'Choose other states, other days, or another meeting.'
            : hasRoom
              ? 'See one at work: scripted people meet in the demo room, and a bot joins, records and writes down what they say.'
              : role === 'viewer'
                ? 'Those that members and owners of the project send are seen here.'
                : 'Send one to a meeting: all that it needs is the link.'}
        </Text>
        {isFiltered && (
          <Button variant="default" renderRoot={(props) => <Link to="/" search={{}} {...props} />}>
            Show all bots
          </Button>
        )}
        {!isFiltered && hasRoom && (
          <Group justify="center">
            <Rehearse people="two" isFirst />
            <Rehearse people="six" />
          </Group>
        )}
      </Stack>
    </Center>
  );
};
