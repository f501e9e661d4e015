/** What was said and written: thousands of lines as easily as ten, searched as one types; one that is picked is played. */
import { Button, CloseButton, Group, Text, TextInput, Title } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Failed } from '../../frame/failed.tsx';
import type { Entry } from './entries.ts';
import { foundIn, lowered } from './found.ts';
import { Lines, type LinesProps } from './lines.tsx';

export interface TranscriptProps extends Pick<LinesProps, 'timeOf' | 'current' | 'onPick'> {
  readonly entries: readonly Entry[];
  /** Said while there is none. */
  readonly empty: string;
  /** Why some of them are not to be had. */
  readonly error: Error | null;
  readonly retry: () => void;
  readonly followsEnd?: boolean;
}

const countOf = (entries: readonly Entry[]): string => {
  const { length } = entries.filter(({ kind }) => kind === 'said');
  return `${length} ${length === 1 ? 'line' : 'lines'}`;
};

export const Transcript = ({ entries, empty, error, retry, followsEnd = false, ...shownAs }: TranscriptProps) => {
  const [text, setText] = useState('');
  const [isFollowing, setIsFollowing] = useState(true);
  const wanted = useDeferredValue(lowered(text.trim()));
  const shown = useMemo(() => foundIn(entries, wanted), [entries, wanted]);
  const count = useMemo(() => countOf(entries), [entries]);

  if (entries.length === 0)
    return (
      <section className="raised nothing-said" aria-label="Transcript">
        <Title order={2} size="h5" mb="xs">
          Transcript
        </Title>
        {error ? <Failed error={error} retry={retry} /> : <Text className="quiet">{empty}</Text>}
      </section>
    );
  return (
    <section className="raised" aria-label="Transcript">
      {error && <Failed error={error} retry={retry} />}
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
          {wanted ? `${shown.length} of ${entries.length}` : count}
        </Text>
        {shownAs.onPick && (
          <Button
            variant={isFollowing ? 'light' : 'default'}
            size="compact-sm"
            aria-pressed={isFollowing}
            title="Keeps what is heard in sight"
            onClick={() => setIsFollowing((does) => !does)}
          >
            Follow
          </Button>
        )}
      </Group>
      <Lines
        {...shownAs}
        shown={shown}
        wanted={wanted}
        followsEnd={followsEnd}
        isFollowing={isFollowing}
        onFollow={setIsFollowing}
      />
    </section>
  );
};
