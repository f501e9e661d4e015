/** Where a subscription leads, and what it is told. */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { RefusedError } from '../api/client.ts';
import { wordsOf } from '../frame/failed.tsx';
import { allTriggers, type Trigger, triggers } from './triggers.ts';

interface Values {
  readonly url: string;
  readonly triggers: Trigger[];
}

interface SubscriptionFormProps {
  readonly first?: Values;
  readonly yes: string;
  readonly does: (values: Values) => Promise<unknown>;
  readonly cancel?: () => void;
}

const none: Values = { url: '', triggers: ['bot.state_change'] };

export const SubscriptionForm = ({ first = none, yes, does, cancel }: SubscriptionFormProps) => {
  const [url, setUrl] = useState(first.url);
  const [chosen, setChosen] = useState<readonly string[]>(first.triggers);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => does({ url: url.trim(), triggers: chosen as Trigger[] }),
    onSuccess: () => setUrl(first.url),
  });
  const errors = error instanceof RefusedError ? (error.problem.errors ?? {}) : {};
  const isReady = url.trim() !== '' && chosen.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Address of your server"
          placeholder="https://hooks.example.com/bots"
          inputMode="url"
          autoComplete="off"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={error && (errors.url?.[0] ?? wordsOf(error))}
        />
        <Checkbox.Group label="Tell it when" value={[...chosen]} onChange={setChosen}>
          <div className="choices">
            {allTriggers.map((trigger) => (
              <Checkbox key={trigger} value={trigger} label={triggers[trigger]} />
            ))}
          </div>
        </Checkbox.Group>
        <Group gap="sm">
          <Button type="submit" loading={isPending} disabled={!isReady}>
            {yes}
          </Button>
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
