import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask } from '../api/client.ts';
import { momentOf } from '../bots/times.ts';
import { Failed, wordsOf } from '../frame/failed.tsx';
import { Once } from '../look/once.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';

const queryKey = ['api_keys'];

/** Keys of programs: made, named, shown once, revoked. */
export const ApiKeys = () => {
  const client = useQueryClient();
  const { data = [], error } = useQuery({ queryKey, queryFn: () => ask('listApiKeys') });
  const [name, setName] = useState('');
  const made = useMutation({
    mutationFn: () => ask('createApiKey', { body: { name } }),
    onSuccess: () => {
      setName('');
      return client.invalidateQueries({ queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) made.mutate();
  };
  const revoke = async (id: string): Promise<void> => {
    await ask('revokeApiKey', { id });
    await client.invalidateQueries({ queryKey });
  };
  return (
    <Section
      title="API keys"
      says="Programs send one with each request. Give each program a key of its own, so that each can be revoked alone."
    >
      {error && <Failed error={error} />}
      <Stack gap="sm">
        {made.data && <Once title={`The key “${made.data.name}”`} value={made.data.api_key} done={made.reset} />}
        {data.map((key) => (
          <Group key={key.id} className="listed" justify="space-between">
            <div>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {key.name}
              </Text>
              <Text size="sm" className="quiet">
                {key.revoked_at ? `revoked ${momentOf(key.revoked_at)}` : `made ${momentOf(key.created_at)}`}
              </Text>
            </div>
            {!key.revoked_at && (
              <Sure
                size="xs"
                label="Revoke"
                of={key.name}
                title={`Revoke “${key.name}”?`}
                means="Every program that shows this key is refused from now on. It cannot be undone."
                yes="Revoke it"
                does={() => revoke(key.id)}
              />
            )}
          </Group>
        ))}
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Name of a new key"
              placeholder="The program that will use it"
              maxLength={100}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              flex="1 1 240px"
              error={made.error && wordsOf(made.error)}
            />
            <Button type="submit" loading={made.isPending} disabled={name.trim() === ''}>
              Make a key
            </Button>
          </Group>
        </form>
      </Stack>
    </Section>
  );
};
