/** Something that is shown this once: to be copied now. */
import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Copy } from './copy.tsx';

export const Once = ({
  title,
  value,
  done,
}: {
  readonly title: string;
  readonly value: string;
  readonly done: () => void;
}) => {
  const acts = useRef<HTMLDivElement>(null);
  // It is there because somebody asked for it: the next thing that they do is to take it.
  useEffect(() => acts.current?.querySelector('button')?.focus(), []);
  return (
    <Alert color="leaf" variant="light" title={title} role="status">
      <Text size="sm">It is shown this once: copy it now, and keep it where secrets are kept.</Text>
      <Code block my="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <Group gap="sm" ref={acts}>
        <Copy text={value} variant="filled" />
        <Button size="xs" variant="default" onClick={done}>
          I have it
        </Button>
      </Group>
    </Alert>
  );
};
