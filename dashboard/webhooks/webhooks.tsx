/** Who is told of what happens, and what became of telling them. */
import { Stack, Title } from '@mantine/core';
import { useEffect } from 'react';
import { Deliveries } from './deliveries.tsx';
import { Subscriptions } from './subscriptions.tsx';

export const Webhooks = () => {
  useEffect(() => {
    document.title = 'Webhooks';
  }, []);
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Webhooks
      </Title>
      <Subscriptions />
      <Deliveries />
    </Stack>
  );
};
