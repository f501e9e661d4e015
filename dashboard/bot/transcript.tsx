/** What was said: thousands of lines as easily as ten, searched as one types; a line that is picked is played. */
import { CloseButton, Group, Text, TextInput, Title } from '@mantine/core';
import { SearchIcon } from '@primer/octicons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Utterance } from '../../lib/client/generated.ts';
import { foundIn, textOf } from './found.ts';

export interface TranscriptProps {
  readonly lines: readonly Utterance[];
  /** What stands beside a line as its time. */
  readonly timeOf: (line: Utterance) => string;
  /** The line that is heard at the moment; the list keeps it in sight. */
  readonly current?: number;
  readonly onPick?: (line: Utterance) => void;
  /** Said while there is no line. */
  readonly empty: string;
  /** Keeps the newest line in sight, until somebody scrolls away from it. */
  readonly followsEnd?: boolean;
}

/** A text with what is looked for marked in it. */
const marked = (text: string, wanted: string): ReactNode => {
  if (wanted === '') return text;
  const parts: ReactNode[] = [];
  const lower = text.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
};

export const Transcript = ({ lines, timeOf, current, onPick, empty, followsEnd = false }: TranscriptProps) => {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const place = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const shown = useMemo(() => foundIn(lines, wanted), [lines, wanted]);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => place.current,
    estimateSize: () => 66,
    overscan: 10,
    getItemKey: (index) => shown[index]?.index ?? index,
  });

  useEffect(() => {
    if (followsEnd && isAtEnd.current && shown.length > 0) rows.scrollToIndex(shown.length - 1, { align: 'end' });
  }, [followsEnd, shown.length, rows]);
  useEffect(() => {
    if (current === undefined || wanted !== '') return;
    rows.scrollToIndex(current, { align: 'center' });
  }, [current, wanted, rows]);

  if (lines.length === 0)
    return (
      <section className="raised nothing-said" aria-label="Transcript">
        <Title order={2} size="h5" mb="xs">
          Transcript
        </Title>
        <Text className="quiet">{empty}</Text>
      </section>
    );
  const content = (line: Utterance) => (
    <>
      <span className="who">{line.speaker_name}</span>
      <time>{timeOf(line)}</time>
      <br />
      {marked(textOf(line), wanted)}
    </>
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
      <div
        className="lines"
        ref={place}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="What was said"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - scrollTop - clientHeight < 80;
        }}
      >
        <div style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const one = shown[index];
            if (!one) return null;
            const same = {
              key: one.index,
              ref: rows.measureElement,
              'data-index': index,
              className: 'line',
              style: { transform: `translateY(${start}px)` },
            };
            return onPick ? (
              <button
                {...same}
                key={same.key}
                type="button"
                aria-current={one.index === current}
                onClick={() => onPick(one.line)}
              >
                {content(one.line)}
              </button>
            ) : (
              <div {...same} key={same.key}>
                {content(one.line)}
              </div>
            );
          })}
        </div>
      </div>
    </section>
  );
};
