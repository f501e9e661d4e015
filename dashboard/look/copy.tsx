import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

interface CopyProps extends Pick<ButtonProps, 'variant'> {
  readonly text: string;
  readonly label?: string;
}

/** Copies a text, and says that it has, or that the browser does not let it. */
export const Copy = ({ text, label = 'Copy', variant = 'default' }: CopyProps) => {
  const { copy, copied, error } = useClipboard();
  return (
    <Button variant={variant} size="xs" w="fit-content" onClick={() => copy(text)}>
      {copied ? 'Copied' : error ? 'Not allowed: select and copy it' : label}
    </Button>
  );
};
