/** How a grant stands: the state, when it was looked at, and what is wrong with what to do about it. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { momentOf } from '../bots/times.ts';
import { Dot } from '../look/dot.tsx';
import { everyTenSeconds, useNow } from '../look/use-now.ts';
import { type Granted, lookOf, standOf } from './words.ts';

export const Stand = ({ one }: { readonly one: Granted }) => {
  const now = useNow(everyTenSeconds);
  const [word, tone] = standOf(one, now);
  return (
    <Text size="sm" component="div">
      <Dot word={word} tone={tone} />
      <span className="quiet"> · {lookOf(one, now)}</span>
    </Text>
  );
};

export interface TroubleProps {
  readonly title: string;
  readonly since: string;
  /** What to do, in sentences. */
  readonly children: ReactNode;
  readonly act?: { readonly says: string; readonly does: () => void } | undefined;
}

export const Trouble = ({ title, since, children, act }: TroubleProps) => (
  <Alert className="trouble" color="red" variant="light" icon={<AlertIcon />} title={title}>
    <Text size="sm">{children}</Text>
    <Group gap="sm" mt="sm">
      {act && (
        <Button variant="default" size="xs" onClick={act.does}>
          {act.says}
        </Button>
      )}
      <Text size="xs" className="quiet">
        since {momentOf(since)}
      </Text>
    </Group>
  </Alert>
);
