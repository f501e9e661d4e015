import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AnswerOf, ask } from '../api/client.ts';
import { momentOf } from '../bots/times.ts';
import { Listed, PlainList } from '../look/listed.tsx';
import { Section } from '../look/section.tsx';
import { Sure } from '../look/sure.tsx';
import { Waiting } from '../look/waiting.tsx';
import { sessionsQuery, useAllAgain } from './people-queries.ts';

type Open = AnswerOf<'listSessions'>[number];

const way = ({ email, invited_by, goes_back_to }: Open): string => {
  if (email !== null) return email;
  if (invited_by === null) return 'no address known';
  return `by a link of ${invited_by}${goes_back_to === null ? '' : ` (from ${goes_back_to})`}`;
};
const cameBy = (one: Open): string => `${way(one)}, since ${momentOf(one.started_at)}`;

const SignedIn = ({ one, isElsewhere }: { readonly one: Open; readonly isElsewhere: boolean }) => {
  const again = useAllAgain();
  const { session, name, role, email, is_own } = one;
  const end = (query: { session: string } | { email: string }) => async () => {
    await ask('endSessions', { query });
    await again();
  };
  const same = { size: 'xs', of: name, yes: 'Sign them out' } as const;
  return (
    <Listed
      name={
        <>
          {name}
          {is_own && <span className="quiet"> (you, here)</span>}
        </>
      }
      says={`${role}, ${cameBy(one)}`}
    >
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
    </Listed>
  );
};

/** Who is in, and the way to sign somebody out at once. */
export const Sessions = () => {
  const asked = useQuery(sessionsQuery);
  const { data = [] } = asked;
  return (
    <Section
      title="Signed in now"
      says="Whoever you sign out is refused at their next click. The links that they made end with it, and so do the sessions of people who came by one. For somebody with an e-mail address these are the links of all their sessions. For somebody without one, unused links of those who led here and are signed out end, too."
    >
      <Waiting for={asked} />
      <PlainList>
        {data.map((one) => (
          <SignedIn
            key={one.session}
            one={one}
            isElsewhere={data.filter(({ email, goes_back_to }) => (email ?? goes_back_to) === one.email).length > 1}
          />
        ))}
      </PlainList>
    </Section>
  );
};
