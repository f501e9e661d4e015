/** A form beside the page: what is entered, what was refused, and the button that sends it. */
import { Anchor, Button, Collapse, Drawer, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Refused } from '../../frame/failed.tsx';
import type { Form } from './use-form.ts';
import { useWayBack } from './use-way-back.ts';

export interface SideFormProps {
  readonly title: string;
  readonly close: () => void;
  readonly of: Pick<Form<object>, 'form' | 'button' | 'refusal'>;
  /** Of the button that sends it. */
  readonly label: string;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

export const SideForm = ({ title, close, of: { form, button, refusal }, label, children, below }: SideFormProps) => {
  useWayBack();
  return (
    <Drawer
      opened
      onClose={close}
      title={title}
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form {...form}>
        <Stack>
          {children}
          <Refused error={refusal} />
          <Button {...button}>{label}</Button>
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
