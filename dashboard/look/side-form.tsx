/** A form beside the page: what is entered, what was refused, and the button that sends it. */
import { Anchor, Button, Collapse, Drawer, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FormEvent, ReactNode } from 'react';
import { isAbout } from '../api/faults.ts';
import { Refused } from '../frame/failed.tsx';

export interface SideFormProps {
  readonly title: string;
  readonly close: () => void;
  /** Whether there is enough to be sent. */
  readonly isReady: boolean;
  readonly send: { readonly mutate: () => void; readonly isPending: boolean; readonly error: Error | null };
  /** Of the button that sends it. */
  readonly label: string;
  /** Those that say themselves what is wrong with them. */
  readonly fields?: readonly string[];
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

export const SideForm = ({ title, close, isReady, send, label, fields = [], children, below }: SideFormProps) => {
  const { mutate, isPending, error } = send;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) mutate();
  };
  return (
    <Drawer
      opened
      onClose={close}
      title={title}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {children}
          {error && !isAbout(error, fields) && <Refused error={error} />}
          <Button type="submit" loading={isPending} disabled={!isReady}>
            {label}
          </Button>
        </Stack>
      </form>
      {below}
    </Drawer>
  );
};

/** What few need of a form, folded away. */
export const More = ({ about, children }: { readonly about: string; readonly children: ReactNode }) => {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      <Anchor
        component="button"
        type="button"
        onClick={toggle}
        aria-expanded={isOpen}
        size="sm"
        w="fit-content"
        ta="left"
      >
        {isOpen ? 'Fewer settings' : `More settings: ${about}`}
      </Anchor>
      <Collapse expanded={isOpen}>{children}</Collapse>
    </>
  );
};
