/** In the place of what could not be drawn: after an upgrade a page that is open asks for parts of itself that are there no more. */
import { Alert, Button, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';

export const Broken = () => (
  <Alert
    className="trouble"
    color="red"
    variant="light"
    title="This page has to be loaded again"
    icon={<AlertIcon />}
    role="alert"
  >
    <Text size="sm">
      A part of it could not be fetched or drawn. The service may have been upgraded since you opened it, or cannot be
      reached at the moment. What bots do goes on.
    </Text>
    <Button variant="default" size="xs" mt="sm" onClick={() => location.reload()}>
      Load it again
    </Button>
  </Alert>
);
