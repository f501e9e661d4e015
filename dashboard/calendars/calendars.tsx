/** The calendars whose meetings bots go to: how each stands, and what is next in it. */
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Calendar } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { Failed } from '../frame/failed.tsx';
import { Stand, Trouble } from '../grants/stand.tsx';
import { FirstSteps } from '../look/first-steps.tsx';
import { PageTitle } from '../look/page-title.tsx';
import { Sure } from '../look/sure.tsx';
import { ConnectCalendar } from './connect.tsx';
import { NewCredentials } from './credentials.tsx';
import { Meetings } from './meetings.tsx';
import { calendarsKey, calendarsQuery } from './queries.ts';
import { calendarName, makerOf, troubleOf } from './words.ts';

/** So many show their meetings at once; of more, one asks. */
const mostOpen = 4;

const troubledFirst = (a: Calendar, b: Calendar): number =>
  Number(b.state === 'disconnected') - Number(a.state === 'disconnected');

const One = ({ calendar, isOpen }: { readonly calendar: Calendar; readonly isOpen: boolean }) => {
  const client = useQueryClient();
  const { role } = useSession();
  const [showsMeetings, meetings] = useDisclosure(isOpen);
  const [isEntering, entering] = useDisclosure();
  const name = calendarName(calendar);
  const trouble = troubleOf(calendar);
  const mayAct = role !== 'viewer';
  return (
    <Paper className="raised" p="lg" component="section" aria-label={name}>
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Text size="sm" className="quiet">
            {makerOf(calendar)}
          </Text>
          <Stand one={calendar} />
        </div>
        {mayAct && (
          <Group gap="xs">
            {!trouble && (
              <Button size="xs" variant="default" onClick={entering.open}>
                New credentials
              </Button>
            )}
            <Sure
              size="xs"
              label="Delete"
              title={`Delete “${name}”?`}
              means="Its credentials are erased, its meetings are forgotten, and the bots that are scheduled for them are deleted. Bots that are on their way or in a meeting stay there."
              yes="Delete it"
              does={async () => {
                await api.deleteCalendar({ path: { object_id: calendar.id } });
                await client.invalidateQueries({ queryKey: calendarsKey });
              }}
            />
          </Group>
        )}
      </Group>
      <Stack gap="md">
        {trouble && (
          <Trouble
            title={trouble.title}
            since={trouble.since}
            act={mayAct ? { says: 'Enter new credentials', does: entering.open } : undefined}
          >
            {trouble.todo}
          </Trouble>
        )}
        {showsMeetings ? (
          <Meetings calendar={calendar} />
        ) : (
          <Button variant="default" size="xs" w="fit-content" onClick={meetings.open}>
            Next meetings
          </Button>
        )}
      </Stack>
      {isEntering && <NewCredentials calendar={calendar} close={entering.close} />}
    </Paper>
  );
};

export const Calendars = () => {
  const { role } = useSession();
  const { data, error, refetch } = useQuery(calendarsQuery);
  const [isConnecting, connecting] = useDisclosure();
  const mayAct = role !== 'viewer';
  const connect = mayAct && (
    <Button leftSection={<PlusIcon />} onClick={connecting.open}>
      Connect a calendar
    </Button>
  );
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle name="Calendars" />
        {data && data.length > 0 && connect}
      </Group>
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} radius="md" role="status" aria-label="Loading" />}
      {data?.length === 0 && (
        <FirstSteps
          title="No calendar yet"
          says="Connect somebody's Google or Microsoft calendar, and their next meetings stand here. A bot that you send to one joins when it begins, and follows it when it is moved."
          steps={[
            {
              name: 'Have an app',
              does: 'Register one with Google (Cloud console, OAuth client) or Microsoft (Entra, App registrations). It gives you a client id and a secret.',
            },
            {
              name: 'Have its owner consent',
              does: 'Send them to the consent page of your app, with read access to the calendar and offline access. Your app gets a refresh token.',
            },
            {
              name: 'Enter the three here',
              does: 'The first look follows within seconds. The secrets are sealed, and never shown again.',
            },
          ]}
        >
          {connect || <Text className="quiet">Members and owners of the project connect calendars.</Text>}
        </FirstSteps>
      )}
      {data?.toSorted(troubledFirst).map((calendar) => (
        <One key={calendar.id} calendar={calendar} isOpen={data.length <= mostOpen} />
      ))}
      {isConnecting && <ConnectCalendar close={connecting.close} />}
    </Stack>
  );
};
