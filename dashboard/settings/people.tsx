import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask, type Session } from '../api/client.ts';
import { wordsOf } from '../frame/failed.tsx';
import { Once } from '../look/once.tsx';
import { Section } from '../look/section.tsx';

type Role = Session['role'];
export const roles = [
  { value: 'viewer', label: 'Viewer: may look' },
  { value: 'member', label: 'Member: may send bots' },
  { value: 'owner', label: 'Owner: may do everything' },
] as const satisfies readonly { readonly value: Role; readonly label: string }[];

/** Links that let others in. */
export const People = () => {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const { mutate, data, isPending, error, reset } = useMutation({
    mutationFn: () => ask('invite', { body: { name, role } }),
    onSuccess: () => setName(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) mutate();
  };
  return (
    <Section
      title="Invite by a link"
      says="Whoever opens the link first is signed in by it, for a week. It is good once, within 12 hours."
    >
      <Stack gap="sm">
        {data && <Once title="The link" value={location.origin + data.path} done={reset} />}
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Who it is for"
              placeholder="Their name"
              maxLength={100}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              flex="1 1 200px"
              error={error && wordsOf(error)}
            />
            <NativeSelect
              label="As what"
              data={[...roles]}
              value={role}
              onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
            />
            <Button type="submit" loading={isPending} disabled={name.trim() === ''}>
              Make a link
            </Button>
          </Group>
        </form>
      </Stack>
    </Section>
  );
};
