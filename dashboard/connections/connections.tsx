/** Who at Zoom has allowed that tokens are fetched for bots: to record their meetings, or to join on their behalf. */
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PlusIcon } from '@primer/octicons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Connection } from '../../lib/client/generated.ts';
import { missingScopes, scopesFor } from '../../lib/domain/connection/connection.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { momentOf } from '../bots/times.ts';
import { Failed } from '../frame/failed.tsx';
import { Stand, Trouble } from '../grants/stand.tsx';
import { FirstSteps } from '../look/first-steps.tsx';
import { PageTitle } from '../look/page-title.tsx';
import { Sure } from '../look/sure.tsx';
import { AddConnection } from './add.tsx';
import { connectionsKey, connectionsQuery } from './queries.ts';
import { connectionName, goodFor, troubleOf } from './words.ts';

const toRecord = scopesFor({ is_local_recording_token_supported: true, is_onbehalf_token_supported: false });
const toJoin = missingScopes({ is_local_recording_token_supported: true, is_onbehalf_token_supported: true }, toRecord);

const One = ({ one, add }: { readonly one: Connection; readonly add: () => void }) => {
  const client = useQueryClient();
  const { role } = useSession();
  const name = connectionName(one);
  const trouble = troubleOf(one);
  return (
    <Paper className="raised" p="lg" component="section" aria-label={name}>
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
            Fetches Zoom’s tokens for a bot that {goodFor(one)}
          </Text>
          <Stand one={one} />
        </div>
        {role !== 'viewer' && (
          <Sure
            size="xs"
            label="Delete"
            title={`Delete the connection of “${name}”?`}
            means="What the user has granted is erased here, and Zoom is asked to forget it. Bots in their meetings stay; the next ones join as guests."
            yes="Delete it"
            does={async () => {
              await api.deleteConnection({ path: { object_id: one.id } });
              await client.invalidateQueries({ queryKey: connectionsKey });
            }}
          />
        )}
      </Group>
      {trouble && (
        <div style={{ marginTop: 16 }}>
          <Trouble
            title={trouble.title}
            since={trouble.since}
            act={role === 'viewer' ? undefined : { says: 'Add it again', does: add }}
          >
            {trouble.todo}
          </Trouble>
        </div>
      )}
      <details className="facts">
        <summary>Ids, for programs</summary>
        <dl>
          <dt>User</dt>
          <dd>{one.user_id}</dd>
          <dt>Account</dt>
          <dd>{one.account_id}</dd>
          <dt>App</dt>
          <dd>{one.conf_oauth_app_id}</dd>
          <dt>Connection</dt>
          <dd>{one.id}</dd>
          <dt>Made</dt>
          <dd>{momentOf(one.created_at)}</dd>
        </dl>
      </details>
    </Paper>
  );
};

export const Connections = () => {
  const { role } = useSession();
  const { data, error, refetch } = useQuery(connectionsQuery);
  const [isAdding, { open, close }] = useDisclosure();
  const add = role !== 'viewer' && (
    <Button leftSection={<PlusIcon />} onClick={open}>
      Add a connection
    </Button>
  );
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle name="Connections" heading="Connections to Zoom" />
        {data && data.length > 0 && add}
      </Group>
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton h={240} radius="md" role="status" aria-label="Loading" />}
      {data?.length === 0 && (
        <FirstSteps
          title="No connection yet"
          says="A Zoom user allows your app once. From then on the service fetches Zoom's tokens for bots in the meetings that they host, or on their behalf. Zoom's web page takes none of them so far: bots join as guests, with a connection too."
          steps={[
            {
              name: 'Have an app at Zoom',
              does: `A General App, user-managed, with the scopes ${toRecord.join(', ')} to record, and ${toJoin.join(', ')} to join on their behalf.`,
            },
            {
              name: 'Have it entered here',
              does: 'An owner of the project enters its client id and secret in Settings, under Zoom apps.',
            },
            {
              name: 'Have its user allow it',
              does: 'Send them to Zoom’s consent page. What they come back with is entered here within five minutes.',
            },
          ]}
        >
          {add || <Text className="quiet">Members and owners of the project add connections.</Text>}
        </FirstSteps>
      )}
      {data?.map((one) => (
        <One key={one.id} one={one} add={open} />
      ))}
      {isAdding && <AddConnection close={close} />}
    </Stack>
  );
};
