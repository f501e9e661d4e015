/** Which bots the list shows: all that is chosen stands in the address. */
import { Button, Group, SegmentedControl } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { FilterIcon, SearchIcon } from '@primer/octicons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { type Change, type Shown, searchOf } from './search.ts';
import { Typed } from './typed.tsx';

/** With what few choose by. */
const MoreFilters = lazy(async () => ({ default: (await import('./more-filters.tsx')).MoreFilters }));

const route = getRouteApi('/');

const choices: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'live', label: 'Live' },
  { value: 'coming', label: 'Coming' },
  { value: 'ended', label: 'Ended' },
  { value: 'failed', label: 'Failed' },
];

export const Filters = () => {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { key, from, until, state } = search;
  const [isOpen, { toggle }] = useDisclosure(Boolean(key || from || until || state));
  const set: Change = (change, replace = true) =>
    void navigate({ search: (before) => searchOf({ ...before, ...change }), replace });
  return (
    <>
      <Group gap="sm">
        <SegmentedControl
          aria-label="Which bots"
          data={[...choices]}
          // None of them is chosen while one state is.
          value={state ? '' : (search.show ?? 'all')}
          onChange={(show) => set({ show, state: '' }, false)}
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
        <Suspense>
          <MoreFilters search={search} set={set} />
        </Suspense>
      )}
    </>
  );
};
