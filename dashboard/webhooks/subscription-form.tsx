/** Where a subscription leads, and what it is told. */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Refused } from '../frame/failed.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { allTriggers, subscriptionsKey, type Trigger, triggers } from './triggers.ts';

interface Values {
  readonly url: string;
  readonly triggers: Trigger[];
}

interface SubscriptionFormProps {
  readonly first?: Values;
  readonly yes: string;
  readonly does: (values: Values) => Promise<unknown>;
  /** Of one that somebody has opened: they type on at once. */
  readonly cancel?: () => void;
  /** Has the form go. */
  readonly done: () => void;
}

/** As soon as it is there. */
const focus = (field: HTMLElement | null): void => field?.focus();
const none: Values = { url: '', triggers: ['bot.state_change'] };

export const SubscriptionForm = ({ first = none, yes, does, cancel, done }: SubscriptionFormProps) => {
  const [chosen, setChosen] = useState<readonly string[]>(first.triggers);
  const { input, form, button, refusal } = useForm(
    { url: first.url },
    {
      send: ({ url }) => does({ url: url.trim(), triggers: chosen as Trigger[] }),
      isReady: ({ url }) => url.trim() !== '' && chosen.length > 0,
      shownIn: subscriptionsKey,
      done,
    },
  );
  return (
    <form {...form}>
      <Stack gap="sm">
        <TextInput
          label="Address of your server"
          placeholder="https://hooks.example.com/bots"
          inputMode="url"
          ref={cancel && focus}
          {...input('url')}
        />
        <Checkbox.Group label="Tell it when" value={[...chosen]} onChange={setChosen}>
          <div className="choices">
            {allTriggers.map((trigger) => (
              <Checkbox key={trigger} value={trigger} label={triggers[trigger]} />
            ))}
          </div>
        </Checkbox.Group>
        <Refused error={refusal} />
        <Group gap="sm">
          <Button {...button}>{yes}</Button>
          {cancel && (
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
};
