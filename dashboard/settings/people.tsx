import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { ask, type Session } from '../api/client.ts';
import { Refused } from '../frame/failed.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { Once } from '../look/once.tsx';
import { Section } from '../look/section.tsx';

type Role = Session['role'];
export const roles = [
  { value: 'viewer', label: 'Viewer: may look' },
  { value: 'member', label: 'Member: may send bots' },
  { value: 'owner', label: 'Owner: may do everything' },
] as const satisfies readonly { readonly value: Role; readonly label: string }[];

const nobody: { readonly name: string; readonly role: Role } = { name: '', role: 'viewer' };

/** Links that let others in. */
export const People = () => {
  const { input, form, button, refusal, answer, letGo } = useForm(nobody, { send: (body) => ask('invite', { body }) });
  return (
    <Section
      title="Invite by a link"
      says="Whoever opens the link first is signed in by it, for a week. It is good once, within 12 hours."
    >
      <Stack gap="sm">
        {answer && <Once title="The link" value={location.origin + answer.path} done={letGo} />}
        <form {...form}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Who it is for"
              placeholder="Their name"
              maxLength={100}
              flex="1 1 200px"
              {...input('name')}
            />
            <NativeSelect label="As what" data={[...roles]} flex="1 1 230px" {...input('role')} />
            <Button {...button}>Make a link</Button>
          </Group>
          <Refused error={refusal} />
        </form>
      </Stack>
    </Section>
  );
};
