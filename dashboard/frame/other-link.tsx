/** For whoever is signed in and opens a link that signs somebody in: nobody becomes somebody else unasked. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../api/client.ts';
import { wordsOf } from './failed.tsx';

export interface OtherLinkProps {
  readonly ticket: string;
  /** Who is signed in. */
  readonly who: string;
  readonly drop: () => void;
}

export const OtherLink = ({ ticket, who, drop }: OtherLinkProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask('signIn', { body: { ticket } }),
    // All that the page knows is of whoever was here before.
    onSuccess: () => location.reload(),
  });
  return (
    <Alert color="leaf" variant="light" mb="md" role="status" title={`You are signed in already, as ${who}`}>
      <Stack gap="sm">
        {error ? (
          <Text role="alert">{wordsOf(error)}</Text>
        ) : (
          <Text>
            The link that you opened lets somebody in once. If that was you, there is nothing left to do. If nobody has
            used it yet, you can use it here, and are then signed in as the person it was made for.
          </Text>
        )}
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={drop}>
            Go on as I am
          </Button>
          {!error && (
            <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
              Use the link
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
};
