/** Below a list: the button that fetches what is older, and why that was refused. */
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Refused } from '../frame/failed.tsx';

interface OlderProps {
  readonly label: string;
  /** The list, page after page. */
  readonly of: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: (options: { throwOnError: true }) => Promise<unknown>;
  };
}

export const Older = ({ label, of: { hasNextPage, isFetchingNextPage, fetchNextPage } }: OlderProps) => {
  // Kept apart from the list, which is asked for again by itself: what somebody pressed is told until they press it again.
  const { mutate, error } = useMutation({ mutationFn: () => fetchNextPage({ throwOnError: true }) });
  if (!hasNextPage) return null;
  return (
    <Stack gap="xs" mt="sm">
      <Refused error={error} />
      <Button variant="default" w="fit-content" loading={isFetchingNextPage} onClick={() => mutate()}>
        {label}
      </Button>
    </Stack>
  );
};
