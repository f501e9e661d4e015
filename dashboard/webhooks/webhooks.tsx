/** Who is told of what happens, and what became of telling them. */
import { Stack } from '@mantine/core';
import { PageTitle } from '../look/page-title.tsx';
import { Deliveries } from './deliveries.tsx';
import { Subscriptions } from './subscriptions.tsx';

export const Webhooks = () => {
  return (
    <Stack gap="lg">
      <PageTitle name="Webhooks" />
      <Subscriptions />
      <Deliveries />
    </Stack>
  );
};
