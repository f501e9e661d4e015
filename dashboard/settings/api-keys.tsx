import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../api/client.ts';
import { momentOf } from '../bots/times.ts';
import { Refused } from '../frame/failed.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { Listed, PlainList } from '../look/listed.tsx';
import { Once } from '../look/once.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { Waiting } from '../look/waiting.tsx';

const queryKey = ['api_keys'];

/** Keys of programs: made, named, shown once, revoked. */
export const ApiKeys = () => {
  const client = useQueryClient();
  const asked = useQuery({ queryKey, queryFn: () => ask('listApiKeys') });
  const { data = [] } = asked;
  const {
    answer: made,
    letGo,
    ...key
  } = useForm({ name: '' }, { send: (body) => ask('createApiKey', { body }), shownIn: queryKey });
  const revoke = async (id: string): Promise<void> => {
    await ask('revokeApiKey', { id });
    await client.invalidateQueries({ queryKey });
  };
  return (
    <Section
      title="API keys"
      says="Programs send one with each request. Give each program a key of its own, so that each can be revoked alone."
    >
      <Waiting for={asked} />
      <Stack gap="sm">
        {made && <Once title={`The key “${made.name}”`} value={made.api_key} done={letGo} />}
        {data.length > 0 && (
          <PlainList>
            {data.map(({ id, name, created_at, revoked_at }) => (
              <Listed
                key={id}
                name={name}
                says={revoked_at ? `revoked ${momentOf(revoked_at)}` : `made ${momentOf(created_at)}`}
              >
                {!revoked_at && (
                  <Sure
                    size="xs"
                    label="Revoke"
                    of={name}
                    title={`Revoke “${name}”?`}
                    means="Every program that shows this key is refused from now on. It cannot be undone."
                    yes="Revoke it"
                    does={() => revoke(id)}
                  />
                )}
              </Listed>
            ))}
          </PlainList>
        )}
        <form {...key.form}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Name of a new key"
              placeholder="The program that will use it"
              maxLength={100}
              flex="1 1 240px"
              {...key.input('name')}
            />
            <Button {...key.button}>Make a key</Button>
          </Group>
          <Refused error={key.refusal} />
        </form>
      </Stack>
    </Section>
  );
};
