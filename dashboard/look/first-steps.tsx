/** What a page shows while there is nothing on it: what it is for, and what to do first. */
import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface FirstStepsProps {
  readonly title: string;
  /** What it is good for, in a sentence or two. */
  readonly says: string;
  readonly steps: readonly { readonly name: string; readonly does: ReactNode }[];
  readonly children?: ReactNode;
}

export const FirstSteps = ({ title, says, steps, children }: FirstStepsProps) => (
  <Paper className="raised" p="xl" component="section" aria-label={title}>
    <Title order={2} size="h3">
      {title}
    </Title>
    <Text className="quiet" maw={640} mt={4}>
      {says}
    </Text>
    <ol className="steps">
      {steps.map(({ name, does }) => (
        <li key={name}>
          <b>{name}</b>
          <span>{does}</span>
        </li>
      ))}
    </ol>
    {children}
  </Paper>
);
