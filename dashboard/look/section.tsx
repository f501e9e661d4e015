import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a page with a heading, and a sentence that says what it is for. */
export const Section = ({
  title,
  says,
  children,
}: {
  readonly title: string;
  readonly says: string;
  readonly children: ReactNode;
}) => (
  <Paper className="raised" p="lg" component="section" aria-label={title}>
    <Title order={2} size="h4">
      {title}
    </Title>
    <Text className="quiet" mb="md">
      {says}
    </Text>
    {children}
  </Paper>
);
