/** A bot that did not get in: what happened, and what to do about it, before anything else. */
import { Alert, Button, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Bot, BotEvent, CreateBot } from '../../lib/client/generated.ts';
import { api } from '../api/client.ts';
import { adviceFor, eventWord, reasonOf } from '../bots/reasons.ts';
import { hasJoined } from '../bots/words.ts';
import { Refused } from '../frame/failed.tsx';
import { useDetails } from './details.ts';
import { Diagnosed, useDiagnostics } from './diagnosed.tsx';

/** Sends another bot to the same meeting at once, with all the settings of the one before that can be had. */
const SendAnother = ({ bot }: { readonly bot: Bot }) => {
  const navigate = useNavigate();
  // They were checked when the bot was made; the client's types name each language.
  const settings = useDetails(bot.id)?.settings as CreateBot | null | undefined;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (settings: CreateBot) => api.createBot({ body: settings }),
    onSuccess: ({ id }) => navigate({ to: '/bots/$id', params: { id } }),
  });
  if (!settings) return null;
  return (
    <>
      <Button variant="default" w="fit-content" loading={isPending} onClick={() => mutate(settings)}>
        Send another bot there
      </Button>
      <Text size="sm" className="quiet">
        It goes at once, with the same settings, but without its picture, its deduplication key and its calendar event.
      </Text>
      <Refused error={error} />
    </>
  );
};

export const KeptOut = ({ bot, failure }: { readonly bot: Bot; readonly failure: BotEvent }) => {
  const found = useDiagnostics(bot.id);
  const reason = reasonOf(failure) ?? 'nothing more is known';
  return (
    <>
      <Alert
        className="trouble"
        color="red"
        variant="light"
        icon={<AlertIcon />}
        title={hasJoined(bot) ? `It broke off: ${reason}` : `${eventWord(failure)}: ${reason}`}
      >
        <Stack gap="sm">
          <Text>{found?.advice ?? adviceFor(failure)}</Text>
          <SendAnother bot={bot} />
        </Stack>
      </Alert>
      {found && <Diagnosed found={found} />}
    </>
  );
};
