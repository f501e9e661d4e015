import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AnswerOf, ask, type Session } from '../api/client.ts';
import { momentOf } from '../bots/times.ts';
import { Refused } from '../frame/failed.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { Waiting } from '../look/waiting.tsx';
import { invitationsKey, roles } from './people.tsx';

type Role = Session['role'];
const queryKey = ['people'];
const sessionsKey = ['sessions'];
const hasProvider = document.querySelector('meta[name=sign-in]') !== null;

/** All lists again: whoever is removed, or given another role, is signed out, and what they invited others by ends. */
const useAgain = () => {
  const client = useQueryClient();
  return () =>
    Promise.all([queryKey, sessionsKey, invitationsKey].map((queryKey) => client.invalidateQueries({ queryKey })));
};

const nobody: { readonly email: string; readonly name: string; readonly role: Role } = {
  email: '',
  name: '',
  role: 'viewer',
};

const Add = () => {
  const { input, form, button, refusal } = useForm(nobody, {
    send: (body) => ask('admitPerson', { body }),
    shownIn: queryKey,
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
  const again = useAgain();
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

const One = ({ person }: { readonly person: Person }) => {
  const again = useAgain();
  const { email, name, has_come } = person;
  return (
    <Group component="li" className="listed" justify="space-between" align="flex-start">
      <div style={{ flex: '1 1 220px', minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
          {email}
          {!has_come && ', has not signed in yet'}
        </Text>
      </div>
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
    </Group>
  );
};

const People = () => {
  const asked = useQuery({ queryKey, queryFn: () => ask('listPeople') });
  const { data = [] } = asked;
  return (
    <Section
      title="Who may sign in"
      says="People whom your identity provider knows, by their e-mail addresses. Groups that the operator lets in are not listed."
    >
      <Waiting for={asked} />
      <Stack gap="sm">
        {data.length > 0 && (
          <Stack component="ul" className="plain-list" gap="sm">
            {data.map((person) => (
              <One key={person.email} person={person} />
            ))}
          </Stack>
        )}
        <Add />
      </Stack>
    </Section>
  );
};

type Open = AnswerOf<'listSessions'>[number];

const way = ({ email, invited_by, goes_back_to }: Open): string => {
  if (email !== null) return email;
  if (invited_by === null) return 'no address known';
  return `by a link of ${invited_by}${goes_back_to === null ? '' : ` (from ${goes_back_to})`}`;
};
const cameBy = (one: Open): string => `${way(one)}, since ${momentOf(one.started_at)}`;

const SignedIn = ({ one, isElsewhere }: { readonly one: Open; readonly isElsewhere: boolean }) => {
  const again = useAgain();
  const { session, name, role, email, is_own } = one;
  const end = (query: { session: string } | { email: string }) => async () => {
    await ask('endSessions', { query });
    await again();
  };
  const same = { size: 'xs', of: name, yes: 'Sign them out' } as const;
  return (
    <Group component="li" className="listed" justify="space-between">
      <div style={{ minWidth: 0 }}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
          {is_own && <span className="quiet"> (you, here)</span>}
        </Text>
        <Text size="sm" className="quiet" style={{ overflowWrap: 'anywhere' }}>
          {role}, {cameBy(one)}
        </Text>
      </div>
      {!is_own && (
        <Group gap="xs">
          <Sure
            {...same}
            label="Sign out"
            title={`Sign ${name} out?`}
            means={
              email === null
                ? 'Their next click leads back to the door. Whoever came by links that they made here is signed out too. They may come in again by another link.'
                : `Their next click leads back to the door. Whoever came by links that ${email} made is signed out too. They may come in again, unless you remove them.`
            }
            does={end({ session })}
          />
          {email !== null && isElsewhere && (
            <Sure
              {...same}
              label="Sign out everywhere"
              title={`Sign ${name} out everywhere?`}
              means={`All sessions of ${email} end at once, and of whoever came by links that they made. They may sign in again, unless you remove them.`}
              does={end({ email })}
            />
          )}
        </Group>
      )}
    </Group>
  );
};

/** Who is in, and the way to sign somebody out at once. */
export const Sessions = () => {
  const asked = useQuery({ queryKey: sessionsKey, queryFn: () => ask('listSessions') });
  const { data = [] } = asked;
  return (
    <Section
      title="Signed in now"
      says="Whoever is signed out here is refused from their next click on. Links that they made let nobody in, and whoever came by one is signed out with them; of somebody with an address these are the links of all their sessions. Where no address is known, links end as well of those who led here and are signed out."
    >
      <Waiting for={asked} />
      <Stack component="ul" className="plain-list" gap="sm">
        {data.map((one) => (
          <SignedIn
            key={one.session}
            one={one}
            isElsewhere={data.filter(({ email, goes_back_to }) => (email ?? goes_back_to) === one.email).length > 1}
          />
        ))}
      </Stack>
    </Section>
  );
};

/** Who may sign in by the identity provider, where there is one. */
export const Members = () => hasProvider && <People />;
