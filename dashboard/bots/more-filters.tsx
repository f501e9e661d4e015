/** What few choose by. */
import { NativeSelect, TextInput } from '@mantine/core';
import { BotState } from '../../lib/client/generated.ts';
import type { BotsSearch, Change } from './search.ts';
import { Typed } from './typed.tsx';
import { wordOf } from './words.ts';

/** Every state by itself, in the order in which bots go through them. */
const states = [
  { value: '', label: 'Any, as chosen above' },
  ...Object.values(BotState).map((state) => ({ value: state, label: wordOf(state) })),
];

interface MoreFiltersProps {
  readonly search: BotsSearch;
  readonly set: Change;
}

export const MoreFilters = ({ search: { state, from, until, key }, set }: MoreFiltersProps) => (
  <div className="in-a-row">
    <NativeSelect
      label="State"
      data={states}
      value={state ?? ''}
      onChange={({ currentTarget }) => set({ show: '', state: currentTarget.value }, false)}
    />
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
);
