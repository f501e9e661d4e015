/** Which bots the list shows: all that is chosen stands in the address. */
import { Button, CloseButton, Group, SegmentedControl, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { FilterIcon, SearchIcon } from '@primer/octicons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type BotsSearch, type Shown, searchOf } from './search.ts';

const route = getRouteApi('/');

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'coming', label: 'Coming' },
  { value: 'ended', label: 'Ended' },
  { value: 'failed', label: 'Failed' },
];

const typingMs = 250;

interface TypedProps
  extends Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'leftSection' | 'maw' | 'flex'> {
  readonly chosen: string | undefined;
  readonly choose: (text: string) => void;
  /** What the button says that empties it. */
  readonly clear: string;
}

/** A text that is looked for once nobody types any more. */
const Typed = ({ chosen = '', choose, clear, ...input }: TypedProps) => {
  const [text, setText] = useState(chosen);
  const applied = useRef(chosen);
  const apply = useDebouncedCallback((next: string) => {
    applied.current = next;
    choose(next);
  }, typingMs);
  useEffect(() => {
    // Chosen elsewhere: by a link, or a step back.
    if (chosen === applied.current) return;
    applied.current = chosen;
    setText(chosen);
  }, [chosen]);
  const change = (value: string) => {
    setText(value);
    apply(value.trim());
  };
  return (
    <TextInput
      {...input}
      rightSection={text && <CloseButton aria-label={clear} onClick={() => change('')} />}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
};

export const Filters = () => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { key, from, until } = search;
  const [isOpen, { toggle }] = useDisclosure(Boolean(key || from || until));
  const set = (change: { readonly [Part in keyof BotsSearch]: string }, replace = true) =>
    void navigate({ search: (before) => searchOf({ ...before, ...change }), replace });
  return (
    <>
      <Group gap="sm">
        <SegmentedControl
          aria-label="Which bots"
          data={[...choices]}
          value={search.show ?? 'all'}
          onChange={(show) => set({ show }, false)}
        />
        <Typed
          aria-label="Link of a meeting"
          placeholder="Find by the link of a meeting"
          leftSection={<SearchIcon />}
          clear="All meetings"
          chosen={search.meeting}
          choose={(meeting) => set({ meeting })}
          maw={360}
          flex="1 1 220px"
        />
        <Button variant="default" leftSection={<FilterIcon />} onClick={toggle} aria-expanded={isOpen}>
          More filters
        </Button>
      </Group>
      {isOpen && (
        <div className="in-a-row">
          <TextInput
            type="date"
            label="Joins from"
            value={from ?? ''}
            onChange={({ currentTarget }) => set({ from: currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Joins until"
            value={until ?? ''}
            onChange={({ currentTarget }) => set({ until: currentTarget.value })}
          />
          <Typed
            label="Deduplication key"
            placeholder="As the bot was sent with it"
            clear="Any key"
            chosen={key}
            choose={(key) => set({ key })}
          />
        </div>
      )}
    </>
  );
};
