import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask, type Session } from '../api/client.ts';
import { faultOf, isAbout } from '../api/faults.ts';
import { Failed, wordsOf } from '../frame/failed.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { roles } from './people.tsx';

type Role = Session['role'];
const queryKey = ['people'];
const hasProvider = document.querySelector('meta[name=sign-in]') !== null;

const Add = () => {
  const client = useQueryClient();
  const [form, setForm] = useState<{ email: string; name: string; role: Role }>({
    email: '',
    name: '',
    role: 'viewer',
  });
  const set = (change: Partial<typeof form>) => setForm((before) => ({ ...before, ...change }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask('admitPerson', { body: form }),
    onSuccess: () => {
      set({ email: '', name: '' });
      return client.invalidateQueries({ queryKey });
    },
  });
  const isReady = form.email.trim() !== '' && form.name.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="E-mail address"
          type="email"
          placeholder="maya@example.com"
          value={form.email}
          onChange={({ currentTarget }) => set({ email: currentTarget.value })}
          flex="1 1 220px"
          error={faultOf(error, 'email')}
        />
        <TextInput
          label="Name"
          maxLength={100}
          value={form.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          flex="1 1 160px"
          error={faultOf(error, 'name')}
        />
        <NativeSelect
          label="Role"
          data={[...roles]}
          value={form.role}
          onChange={({ currentTarget }) => set({ role: currentTarget.value as Role })}
        />
        <Button type="submit" loading={isPending} disabled={!isReady}>
          Let in
        </Button>
      </Group>
      {error && !isAbout(error, ['email', 'name']) && <Text role="alert">{wordsOf(error)}</Text>}
    </form>
  );
};

const People = () => {
  const client = useQueryClient();
  const { data = [], error } = useQuery({ queryKey, queryFn: () => ask('listPeople') });
  return (
    <Section
      title="Who may sign in"
      says="People whom your identity provider knows, by their e-mail addresses. Groups that the operator lets in are not listed."
    >
      {error && <Failed error={error} />}
      <Stack gap="sm">
        {data.map(({ email, name, role, has_come }) => (
          <Group key={email} className="listed" justify="space-between">
            <div style={{ minWidth: 0 }}>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
                {email}, {role}
                {!has_come && ', has not come yet'}
              </Text>
            </div>
            <Sure
              size="xs"
              label={`Remove ${name}`}
              title={`Remove ${name}?`}
              means={`${email} signs in no more. A session that is open ends within 12 hours.`}
              yes="Remove"
              does={async () => {
                await ask('removePerson', { query: { email } });
                await client.invalidateQueries({ queryKey });
              }}
            />
          </Group>
        ))}
        <Add />
      </Stack>
    </Section>
  );
};

/** Who may sign in by the identity provider, where there is one. */
export const Members = () => hasProvider && <People />;
