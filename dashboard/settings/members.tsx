import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AnswerOf, ask } from '../api/client.ts';
import { Refused } from '../frame/failed.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { Listed, PlainList } from '../look/listed.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { Waiting } from '../look/waiting.tsx';
import { peopleQuery, useAllAgain } from './people-queries.ts';
import { type Role, roles } from './roles.ts';

const hasProvider = document.querySelector('meta[name=sign-in]') !== null;

const nobody: { readonly email: string; readonly name: string; readonly role: Role } = {
  email: '',
  name: '',
  role: 'viewer',
};

const Add = () => {
  const { input, form, button, refusal } = useForm(nobody, {
    send: (body) => ask('admitPerson', { body }),
    shownIn: peopleQuery.queryKey,
  });
  return (
    <form {...form}>
      <Group align="flex-end" gap="sm">
        <TextInput
          label="E-mail address"
          type="email"
          placeholder="maya@example.com"
          flex="1 1 220px"
          {...input('email')}
        />
        <TextInput label="Name" maxLength={100} flex="1 1 160px" {...input('name')} />
        <NativeSelect label="Role" data={[...roles]} flex="1 1 230px" {...input('role')} />
        <Button {...button}>Let in</Button>
      </Group>
      <Refused error={refusal} />
    </form>
  );
};

type Person = AnswerOf<'listPeople'>[number];

/** Another role holds at once: whoever it is of signs in anew. So a choice alone, which one key makes, changes nothing. */
const RoleOf = ({ person: { email, name, role } }: { readonly person: Person }) => {
  const again = useAllAgain();
  const [chosen, choose] = useState<Role>();
  const select = useRef<HTMLSelectElement>(null);
  useDidUpdate(() => {
    // The button goes with what it has changed: whoever pressed it is back at the role.
    if (document.activeElement === document.body) select.current?.focus({ preventScroll: true });
  }, [role]);
  return (
    <>
      <NativeSelect
        ref={select}
        size="xs"
        aria-label={`Role of ${name}`}
        data={[...roles]}
        value={chosen ?? role}
        onChange={({ currentTarget }) => choose(currentTarget.value as Role)}
        maw={260}
      />
      {chosen !== undefined && chosen !== role && (
        <Sure
          size="xs"
          label="Change"
          of={`the role of ${name}`}
          title={`Give ${name} another role?`}
          means={`${email} is signed out at once, everywhere, and signs in again as ${chosen}.${role === 'owner' ? ' Whoever came by links that they made is signed out too.' : ''}`}
          yes={`Make them ${chosen === 'owner' ? 'an' : 'a'} ${chosen}`}
          does={async () => {
            await ask('updatePerson', { body: { email, role: chosen } }).finally(again);
            choose(undefined);
          }}
        />
      )}
    </>
  );
};

const Member = ({ person }: { readonly person: Person }) => {
  const again = useAllAgain();
  const { email, name, has_come } = person;
  return (
    <Listed name={name} says={has_come ? email : `${email}, has not signed in yet`}>
      <Group gap="xs" align="flex-start">
        <RoleOf person={person} />
        <Sure
          size="xs"
          label="Remove"
          of={name}
          title={`Remove ${name}?`}
          means={`${email} is signed out at once, everywhere, and signs in no more. Links that they made let nobody in, and whoever came by one is signed out.`}
          yes="Remove"
          does={async () => {
            await ask('removePerson', { query: { email } });
            await again();
          }}
        />
      </Group>
    </Listed>
  );
};

const AllMembers = () => {
  const asked = useQuery(peopleQuery);
  const { data = [] } = asked;
  return (
    <Section
      title="Who may sign in"
      says="People whom your identity provider knows, by their e-mail addresses. Groups that the operator lets in are not listed."
    >
      <Waiting for={asked} />
      <Stack gap="sm">
        {data.length > 0 && (
          <PlainList>
            {data.map((person) => (
              <Member key={person.email} person={person} />
            ))}
          </PlainList>
        )}
        <Add />
      </Stack>
    </Section>
  );
};

/** Who may sign in by the identity provider, where there is one. */
export const Members = () => hasProvider && <AllMembers />;
