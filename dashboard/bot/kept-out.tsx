/** A bot that did not get in: what happened, and what to do about it, before anything else. */
import { Alert, Button, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Bot, BotEvent } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { adviceFor, eventWord, hasJoined, reasonOf } from '../bots/words.ts';
import { wordsOf } from '../frame/failed.tsx';

export const KeptOut = ({ bot, failure }: { readonly bot: Bot; readonly failure: BotEvent }) => {
  const navigate = useNavigate();
  const { role } = useSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.createBot({ body: { meeting_url: bot.meeting_url, bot_name: 'Minutes' } }),
    onSuccess: ({ id }) => navigate({ to: '/bots/$id', params: { id } }),
  });
  const reason = reasonOf(failure) ?? 'nothing more is known';
  return (
    <Alert
      color="red"
      variant="light"
      icon={<AlertIcon />}
      title={hasJoined(bot) ? `It broke off: ${reason}` : `${eventWord(failure)}: ${reason}`}
    >
      <Text>{adviceFor(failure)}</Text>
      {role !== 'viewer' && (
        <Button variant="default" mt="sm" loading={isPending} onClick={() => mutate()}>
          Send another bot there
        </Button>
      )}
      {error && <Text role="alert">{wordsOf(error)}</Text>}
    </Alert>
  );
};
