/** In the place of what was asked for, until it is there: that it is, or why it is not, and once more. */
import { Text } from '@mantine/core';
import { Failed } from '../frame/failed.tsx';

interface Asked {
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

export const Waiting = ({ for: { data, error, refetch } }: { readonly for: Asked }) => {
  if (data !== undefined) return null;
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  return (
    <Text role="status" className="quiet">
      One moment …
    </Text>
  );
};
