import { Alert, Button, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { RefusedError } from '../api/client.ts';

/** What went wrong, in words, and what can be done. */
export const wordsOf = (error: Error): string =>
  error instanceof RefusedError ? error.message : 'The service cannot be reached. Is it running?';

/** Whether what was asked for is there no more, or never was. */
export const isGone = (error: Error | null): boolean => error instanceof RefusedError && error.status === 404;

export const Failed = ({ error, retry }: { readonly error: Error; readonly retry?: () => void }) => {
  const isNoMore = isGone(error);
  return (
    <Alert
      className="trouble"
      color="red"
      variant="light"
      title={isNoMore ? 'It is not here' : 'That did not work'}
      icon={<AlertIcon />}
      role="alert"
    >
      {isNoMore ? 'It was deleted, or it is of another project. Check the address.' : wordsOf(error)}
      {retry && !isNoMore && (
        <Button variant="default" size="xs" mt="sm" display="block" onClick={retry}>
          Try again
        </Button>
      )}
    </Alert>
  );
};

/** Why something that somebody pressed did not work, beside the button; nothing where it did. */
export const Refused = ({ error }: { readonly error: Error | null }) =>
  error && (
    <Text role="alert" className="refused" size="sm" c="var(--mantine-color-error)">
      {wordsOf(error)}
    </Text>
  );
