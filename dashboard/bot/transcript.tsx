/** What was said: thousands of lines as easily as ten, searched as one types; a line that is picked is played. */
import { CloseButton, Group, Text, TextInput, Title } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Utterance } from '../../lib/client/generated.ts';
import { foundIn } from './found.ts';
import { Lines, type LinesProps } from './lines.tsx';

export interface TranscriptProps extends Pick<LinesProps, 'timeOf' | 'current' | 'onPick'> {
  readonly lines: readonly Utterance[];
  /** Said while there is no line. */
  readonly empty: string;
  readonly followsEnd?: boolean;
}

export const Transcript = ({ lines, empty, followsEnd = false, ...shownAs }: TranscriptProps) => {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const shown = useMemo(() => foundIn(lines, wanted), [lines, wanted]);

  if (lines.length === 0)
    return (
      <section className="raised nothing-said" aria-label="Transcript">
        <Title order={2} size="h5" mb="xs">
          Transcript
        </Title>
        <Text className="quiet">{empty}</Text>
      </section>
    );
  return (
    <section className="raised" aria-label="Transcript">
      <Group p="sm" gap="sm" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label="Search the transcript"
          placeholder="Search"
          leftSection={<SearchIcon />}
          rightSection={text && <CloseButton aria-label="Show everything" onClick={() => setText('')} />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Text size="sm" className="quiet" role="status" style={{ whiteSpace: 'nowrap' }}>
          {wanted ? `${shown.length} of ${lines.length}` : `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`}
        </Text>
      </Group>
      <Lines {...shownAs} shown={shown} wanted={wanted} followsEnd={followsEnd} />
    </section>
  );
};
