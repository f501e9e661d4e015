/** What owners decide: who and what may use the project. */
import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/queries.ts';
import { PageTitle } from '../look/page-title.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';
import { OAuthApps } from './oauth-apps.tsx';
import { Project } from './project.tsx';
import { ProviderKeys } from './provider-keys.tsx';
import { Sessions } from './sessions.tsx';

// In the same file as the rest: each file apart costs the first one some bytes.
export { Audit } from './audit.tsx';

export const Settings = () => {
  const { role } = useSession();
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <PageTitle name="Settings" />
        {role === 'owner' && (
          <Anchor renderRoot={(props) => <Link to="/settings/audit" {...props} />}>Who did what</Anchor>
        )}
      </Group>
      {role === 'owner' ? (
        <>
          <ApiKeys />
          <ProviderKeys />
          <OAuthApps />
          <Members />
          <Invitations />
          <Sessions />
          <Project />
        </>
      ) : (
        <Paper className="raised" p="lg">
          <Text className="quiet">
            API keys, keys of providers, people and names of the project are for its owners. You are its {role}.
          </Text>
        </Paper>
      )}
    </Stack>
  );
};
