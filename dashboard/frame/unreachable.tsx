/** Says that what is shown may be old, while the service does not answer. */
import { Alert } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { RefusedError } from '../api/client.ts';
import { queries } from '../api/queries.ts';

const cache = queries.getQueryCache();
const subscribe = (told: () => void) => cache.subscribe(told);

/** Whether something on this page was shown before and cannot be asked for now. */
const isUnreachable = (): boolean =>
  cache.getAll().some((query) => {
    const { data, error, fetchStatus } = query.state;
    const isWithoutAnswer = fetchStatus === 'paused' || (error !== null && !(error instanceof RefusedError));
    return data !== undefined && isWithoutAnswer && query.isActive();
  });

export const Unreachable = () => {
  const isSo = useSyncExternalStore(subscribe, isUnreachable);
  return (
    <div role="status">
      {isSo && (
        <Alert color="yellow" variant="light" mb="md">
          The service cannot be reached at the moment: what you see may be old. It is asked again by itself.
        </Alert>
      )}
    </div>
  );
};
