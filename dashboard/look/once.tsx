/** Something that is shown this once: to be copied now. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

export const Once = ({
  title,
  value,
  done,
}: {
  readonly title: string;
  readonly value: string;
  readonly done: () => void;
}) => {
  const { copy, copied } = useClipboard();
  return (
    <Alert color="leaf" variant="light" title={title} role="status">
      <Text size="sm">It is shown this once: copy it now, and keep it where secrets are kept.</Text>
      <Code block my="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <Group gap="sm">
        <Button size="xs" onClick={() => copy(value)}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button size="xs" variant="default" onClick={done}>
          I have it
        </Button>
      </Group>
    </Alert>
  );
};
