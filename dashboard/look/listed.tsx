/** Lists of few things, each with what it is called, what is said of it, and what can be done with it. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export const PlainList = ({ gap = 'sm', children }: { readonly gap?: 'sm' | 'md'; readonly children: ReactNode }) => (
  <Stack component="ul" className="plain-list" gap={gap}>
    {children}
  </Stack>
);

interface ListedProps {
  readonly name: ReactNode;
  readonly says: ReactNode;
  /** Buttons, and what else stands at its side. */
  readonly children?: ReactNode;
}

export const Listed = ({ name, says, children }: ListedProps) => (
  <Group component="li" className="listed" justify="space-between" align="flex-start">
    <div style={{ flex: '1 1 220px', minWidth: 0 }}>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
        {says}
      </Text>
    </div>
    {children}
  </Group>
);
