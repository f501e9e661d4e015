/** Something that is shown this once: to be copied now. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { Copy } from './copy.tsx';

export const Once = ({
  title,
  value,
  done,
}: {
  readonly title: string;
  readonly value: string;
  readonly done: () => void;
}) => (
  <Alert color="leaf" variant="light" title={title} role="status">
    <Text size="sm">It is shown this once: copy it now, and keep it where secrets are kept.</Text>
    <Code block my="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      {value}
    </Code>
    <Group gap="sm">
      <Copy text={value} variant="filled" />
      <Button size="xs" variant="default" onClick={done}>
        I have it
      </Button>
    </Group>
  </Alert>
);
