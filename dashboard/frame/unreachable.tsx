/** Says that what is shown may be old, while the service does not answer. */
import { Alert } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { queries } from '../api/queries.ts';
import { mayBeOld } from './may-be-old.ts';

const cache = queries.getQueryCache();
const subscribe = (told: () => void) => cache.subscribe(told);

/** Whether something on this page was shown before and cannot be asked for now. */
const isUnreachable = (): boolean => cache.getAll().some((query) => mayBeOld(query.state) && query.isActive());

export const Unreachable = () => {
  const isSo = useSyncExternalStore(subscribe, isUnreachable);
  return (
    <div role="status">
      {isSo && (
        <Alert color="yellow" variant="light" mb="md">
          The service does not answer at the moment: what you see may be old. It is asked again by itself.
        </Alert>
      )}
    </div>
  );
};
