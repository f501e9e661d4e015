/** For whoever is not signed in: comes in by the ticket of a link, or is told how to get one. */
import { Button, Center, Code, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refusals } from '../../lib/domain/access/people.ts';
import { ask } from '../api/client.ts';
import { queries, sessionQuery } from '../api/queries.ts';
import { wordsOf } from './failed.tsx';

/** Whether people come by an identity provider, as the page says. */
const hasProvider = document.querySelector('meta[name=sign-in]') !== null;

type Refusal = (typeof refusals)[number];
/** Why the provider's people do not come in, and what to do. */
const refused: Readonly<Record<Refusal, string>> = {
  not_invited:
    'You are signed in there, but nobody has let you in here yet. Ask an owner of the project to add your e-mail address.',
  no_email: 'Your account there has no e-mail address, by which people are known here. Ask whoever runs it to add one.',
  unverified_email: 'Your e-mail address is not confirmed there yet. Confirm it, and sign in again.',
  another_person: 'Somebody else came by your e-mail address before. Ask an owner of the project to add it anew.',
  no_project: 'It is not said which project your group belongs to. Ask whoever operates the service to set it.',
  expired: 'That took longer than ten minutes, or was begun in another browser. Please sign in again.',
  refused:
    'The sign-in was broken off there. You can try again, or ask whoever runs it whether you may use this service.',
  failed: 'What came back was not what was asked for, so it was thrown away. Please sign in again.',
  unreachable:
    'The sign-in cannot be reached, or is not set up as it should be. Try again in a moment, or ask whoever operates the service.',
};

/** What the page was told when it was opened, which its address then no longer shows. */
const takeRefusal = (): string | undefined => {
  const found = refusals.find((one) => location.hash === `#refused=${one}`);
  if (found) history.replaceState(null, '', location.pathname + location.search);
  return found && refused[found];
};
const refusal = takeRefusal();
const here = location.pathname + location.search;

export interface DoorProps {
  readonly ticket: string | undefined;
  readonly drop: () => void;
  /** Whoever is here was signed in a moment ago. */
  readonly hasEnded: boolean;
}

export const Door = ({ ticket, drop, hasEnded }: DoorProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (ticket: string) => ask('signIn', { body: { ticket } }),
    onSuccess: () => queries.refetchQueries(sessionQuery),
  });
  useEffect(() => {
    if (!ticket) return;
    drop();
    mutate(ticket);
  }, [ticket, drop, mutate]);

  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper className="raised" p="xl" maw={460}>
        <Stack gap="md">
          <img src="/dashboard/files/icon.svg" alt="" width="44" height="44" />
          <Title order={1} size="h2">
            Meeting bots
          </Title>
          {isPending ? (
            <Loader aria-label="Signing in" />
          ) : (
            <>
              {(error || refusal) && (
                <Text role="alert" c="var(--mantine-color-error)">
                  {error ? wordsOf(error) : refusal}
                </Text>
              )}
              {hasEnded && !error && (
                <Text role="alert">
                  Your session has ended: its time was over, or somebody ended it. Come in again to go on.
                </Text>
              )}
              {hasProvider ? (
                <>
                  <Text>Send bots to meetings, watch what they see and hear, and read it all afterwards.</Text>
                  <Button component="a" href={`/api/v1/dashboard/sign_in?${new URLSearchParams({ to: here })}`}>
                    Sign in
                  </Button>
                </>
              ) : (
                <>
                  <Text>
                    You come in by a link that is good once. <Code>npm start</Code> prints one each time; whoever
                    operates the service makes more:
                  </Text>
                  <Code block style={{ whiteSpace: 'pre-wrap' }}>
                    npm run admin -- dashboard invite NAME --role owner --data FOLDER
                  </Code>
                  <Text size="sm" className="quiet">
                    The <Code>FOLDER</Code> is that of the service's data, <Code>.data</Code> unless it was started with
                    another. Of a service on AWS, with <Code>--outputs outputs.json</Code> in the place of the last two
                    words. Others than owners are a <Code>member</Code> or a <Code>viewer</Code>.
                  </Text>
                </>
              )}
            </>
          )}
        </Stack>
      </Paper>
    </Center>
  );
};
