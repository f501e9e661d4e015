/** A button for what cannot be undone: asks first, and says what it means. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Refused } from '../frame/failed.tsx';

export interface SureProps {
  readonly label: string;
  /** Which of several it is about, for whoever hears the label alone. */
  readonly of?: string;
  readonly title: string;
  readonly means: string;
  readonly yes: string;
  readonly does: () => Promise<unknown>;
  /** Small, where it stands in a row. */
  readonly size?: 'xs' | 'sm';
}

export const Sure = ({ label, of, title, means, yes, does, size = 'sm' }: SureProps) => {
  const [isAsking, { open, close }] = useDisclosure();
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: does, onSuccess: close });
  const ask = () => {
    // What was refused when it was asked before.
    if (error) reset();
    open();
  };
  return (
    <>
      <Button
        variant="outline"
        color="red"
        size={size}
        onClick={ask}
        {...(of !== undefined && { 'aria-label': `${label} ${of}` })}
      >
        {label}
      </Button>
      <Modal opened={isAsking} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
        <Stack>
          <Text>{means}</Text>
          <Refused error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button color="red" loading={isPending} onClick={() => mutate()}>
              {yes}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
};
