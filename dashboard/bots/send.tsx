/** Send a bot: a link is all that it needs; and the same as a program would say it. */
import { Button, Group, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { recogniseMeetingLink } from '../../lib/domain/meeting/meeting-url.ts';
import { api, RefusedError } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { CodeBlock } from '../look/code-block.tsx';
import { Copy } from '../look/copy.tsx';
import { More, SideForm } from '../look/side-form.tsx';
import { MoreSettings } from './more-settings.tsx';
import { aNewBot, bodyOf, type NewBot, objectIn, shownBody } from './new-bot.ts';
import { Rehearse } from './welcome.tsx';
import { platformOf } from './words.ts';

/** With the rules of the room, which few need. */
const OwnScript = lazy(async () => ({ default: (await import('./own-script.tsx')).OwnScript }));

const curlOf = (body: object): string =>
  [
    `curl -X POST ${location.origin}/api/v1/bots \\`,
    `  -H "Authorization: Token $API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ].join('\n');

const typeScriptOf = (body: object): string =>
  [
    "import { meetingBots } from 'meeting-bots/lib/client/index.ts';",
    '',
    `const client = meetingBots('${location.origin}', process.env.API_KEY ?? '');`,
    `const bot = await client.createBot({ body: ${JSON.stringify(body, null, 2)} });`,
  ].join('\n');

const Code = ({ text }: { readonly text: string }) => (
  <Stack gap="xs" pt="sm">
    <CodeBlock>{text}</CodeBlock>
    <Copy text={text} />
  </Stack>
);

/** The sentence under the link while it is typed. */
const useLink = (link: string) => {
  const { meeting_hosts } = useSession();
  if (link.trim() === '')
    return { isKnown: false, says: 'Google Meet, Zoom, Teams, or a host that your operator lists' };
  const found = recogniseMeetingLink(link, meeting_hosts);
  if (!found) return { isKnown: false, error: 'This is not a link to a meeting of a platform that is known here.' };
  return { isKnown: true, says: platformOf(found.url, meeting_hosts) };
};

/** A meeting for whoever has none, and the same bot by a program. */
const Below = ({ body }: { readonly body: object }) => {
  const [hasScript, openScript] = useDisclosure();
  const { meeting_hosts } = useSession();
  return (
    <>
      {meeting_hosts.demo_room.includes(location.host) && (
        <Stack gap="xs" mt="lg">
          <Text size="sm" className="quiet">
            No meeting at hand? Scripted people meet in the demo room:
          </Text>
          <Group gap="sm">
            <Rehearse people="two" />
            <Rehearse people="six" />
            <Button variant="default" onClick={openScript.toggle} aria-expanded={hasScript}>
              A script of your own
            </Button>
          </Group>
          {hasScript && (
            <Suspense>
              <OwnScript />
            </Suspense>
          )}
        </Stack>
      )}
      <Tabs defaultValue="curl" mt="xl">
        <Tabs.List aria-label="The same by a program">
          <Tabs.Tab value="curl">curl</Tabs.Tab>
          <Tabs.Tab value="typescript">TypeScript</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="curl">
          <Code text={curlOf(body)} />
        </Tabs.Panel>
        <Tabs.Panel value="typescript">
          <Code text={typeScriptOf(body)} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
};

export const SendBot = ({ close }: { readonly close: () => void }) => {
  const [form, setForm] = useState(aNewBot);
  const set = (change: Partial<NewBot>) => setForm((before) => ({ ...before, ...change }));
  const { meeting_hosts } = useSession();
  const link = useLink(form.link);
  const navigate = useNavigate();
  const send = useMutation({
    mutationFn: () => api.createBot({ body: bodyOf(form, meeting_hosts) }),
    onSuccess: ({ id }) => navigate({ to: '/bots/$id', params: { id } }),
  });
  const errors = send.error instanceof RefusedError ? (send.error.problem.errors ?? {}) : {};
  const shown = shownBody(form, meeting_hosts);
  const isReady = link.isKnown && form.name.trim() !== '' && objectIn(form.rest) !== undefined;

  return (
    <SideForm
      title="Send a bot"
      label={form.when ? 'Schedule the bot' : 'Send it now'}
      close={close}
      isReady={isReady}
      send={send}
      below={<Below body={shown} />}
    >
      <TextInput
        label="Link to the meeting"
        placeholder="https://meet.google.com/abc-defg-hij"
        data-autofocus
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={form.link}
        onChange={({ currentTarget }) => set({ link: currentTarget.value })}
        description={link.says}
        error={link.error ?? errors.meeting_url?.[0]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <TextInput
        label="Name of the bot"
        value={form.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        error={form.name.trim() === '' ? 'people in the meeting see it: give it one' : errors.bot_name?.[0]}
      />
      <More about="time, recording, picture, chat, language …">
        <MoreSettings form={form} set={set} faultOf={(path) => errors[path]?.[0]} />
      </More>
    </SideForm>
  );
};
