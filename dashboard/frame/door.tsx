/** For whoever is not signed in: takes the ticket of a link, or says how to get one. */
import { Center, Code, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../api/client.ts';
import { queries, sessionQuery } from '../api/queries.ts';
import { wordsOf } from './failed.tsx';

const ticketIn = (hash: string): string | undefined => /^#ticket=([\w-]+)$/.exec(hash)?.[1];

/** The ticket that the page was opened with, which the address then no longer shows. It is good once, and so taken once. */
const takeTicket = (): string | undefined => {
  const ticket = ticketIn(location.hash);
  if (ticket) history.replaceState(null, '', location.pathname + location.search);
  return ticket;
};
const ticket = takeTicket();
let isUsed = false;

export const Door = () => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (ticket: string) => ask('signIn', { body: { ticket } }),
    onSuccess: () => queries.refetchQueries(sessionQuery),
  });
  useEffect(() => {
    const enter = (ticket: string | undefined) => {
      if (ticket) mutate(ticket);
    };
    // A link that is opened while the page is open changes nothing but what follows the #.
    const onHash = () => enter(takeTicket());
    addEventListener('hashchange', onHash);
    if (!isUsed) enter(ticket);
    isUsed = true;
    return () => removeEventListener('hashchange', onHash);
  }, [mutate]);

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
              {error && (
                <Text role="alert" c="var(--mantine-color-error)">
                  {wordsOf(error)}
                </Text>
              )}
              <Text>
                You come in by a link that is good once. <Code>npm start</Code> prints one each time; whoever operates
                the service makes more:
              </Text>
              <Code block>npm run admin -- dashboard invite NAME</Code>
            </>
          )}
        </Stack>
      </Paper>
    </Center>
  );
};
