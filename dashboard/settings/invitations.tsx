import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type AnswerOf, ask } from '../api/client.ts';
import { momentOf } from '../bots/times.ts';
import { Refused } from '../frame/failed.tsx';
import { useForm } from '../look/forms/use-form.ts';
import { Listed, PlainList } from '../look/listed.tsx';
import { Once } from '../look/once.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { Waiting } from '../look/waiting.tsx';
import { invitationsQuery } from './people-queries.ts';
import { type Role, roles } from './roles.ts';

const nobody: { readonly name: string; readonly role: Role } = { name: '', role: 'viewer' };

type Invitation = AnswerOf<'listInvitations'>[number];

const InvitedOne = ({ link }: { readonly link: Invitation }) => {
  const client = useQueryClient();
  const { invitation, name, role, made_by, made_by_email, goes_back_to, until } = link;
  const first = made_by_email ?? (goes_back_to && `from ${goes_back_to}`);
  return (
    <Listed name={name} says={`${role}, by ${made_by}${first ? ` (${first})` : ''}, until ${momentOf(until)}`}>
      <Sure
        size="xs"
        label="Withdraw"
        of={`the link for ${name}`}
        title={`Withdraw the link for ${name}?`}
        means="Whoever has it does not come in by it any more."
        yes="Withdraw it"
        does={async () => {
          await ask('withdrawInvitation', { query: { invitation } });
          await client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
        }}
      />
    </Listed>
  );
};

/** Links that let others in. */
export const Invitations = () => {
  const asked = useQuery(invitationsQuery);
  const { input, form, button, refusal, answer, letGo } = useForm(nobody, {
    send: (body) => ask('invite', { body }),
    shownIn: invitationsQuery.queryKey,
  });
  return (
    <Section
      title="Invite by a link"
      says="Whoever opens the link first is signed in by it, for a week. It is good once, within 12 hours. Those below are not used yet."
    >
      <Stack gap="sm">
        <Waiting for={asked} />
        {answer && <Once title="The link" value={location.origin + answer.path} done={letGo} />}
        {asked.data && asked.data.length > 0 && (
          <PlainList>
            {asked.data.map((link) => (
              <InvitedOne key={link.invitation} link={link} />
            ))}
          </PlainList>
        )}
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
