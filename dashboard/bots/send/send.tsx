/** Send a bot: a link is all that it needs; and the same as a program would say it. */
import { Button, Group, Loader, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-time.ts';
import { CodeBlock } from '../../look/code-block.tsx';
import { Copy } from '../../look/copy.tsx';
import { More, SideForm } from '../../look/forms/side-form.tsx';
import { useForm } from '../../look/forms/use-form.ts';
import { Rehearse } from '../welcome.tsx';
import { platformOf } from '../words.ts';
import { curlOf, typeScriptOf } from './by-program.ts';
import { MoreSettings } from './more-settings.tsx';
import { aNewBot, bodyOf, isInTime, objectIn, shownBody } from './new-bot.ts';
import { faultOfPlace, placesOf } from './places.ts';

/** With the rules of the room, which few need. */
const OwnScript = lazy(async () => ({ default: (await import('./own-script.tsx')).OwnScript }));

const Code = ({ text }: { readonly text: string }) => (
  <Stack gap="xs" pt="sm">
    <CodeBlock>{text}</CodeBlock>
    <Copy text={text} />
  </Stack>
);

/** The sentence under the link while it is typed. */
const useLink = (link: string) => {
  const session = useSession();
  if (link.trim() === '') return { description: placesOf(session) };
  const error = faultOfPlace(link, session);
  return error === undefined ? { description: platformOf(link.trim(), session.meeting_hosts) } : { error };
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
            <Suspense fallback={<Loader size="sm" role="status" aria-label="Loading" />}>
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
          <Code text={curlOf(location.origin, body)} />
        </Tabs.Panel>
        <Tabs.Panel value="typescript">
          <Code text={typeScriptOf(location.origin, body)} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
};

export const SendBot = ({ close }: { readonly close: () => void }) => {
  const session = useSession();
  const { meeting_hosts } = session;
  const navigate = useNavigate();
  const bot = useForm(aNewBot, {
    send: (entered) => api.createBot({ body: bodyOf(entered, meeting_hosts) }),
    isReady: (entered) =>
      faultOfPlace(entered.link, session) === undefined &&
      entered.name.trim() !== '' &&
      isInTime(entered, serviceNow()) &&
      objectIn(entered.rest) !== undefined,
    // What is refused may be folded away: it is said in any case.
    fields: [],
    done: ({ id }) => navigate({ to: '/bots/$id', params: { id } }),
  });
  const { entered, input } = bot;
  const link = useLink(entered.link);

  return (
    <SideForm
      title="Send a bot"
      label={entered.when ? 'Schedule the bot' : 'Send it now'}
      close={close}
      of={bot}
      below={<Below body={shownBody(entered, meeting_hosts)} />}
    >
      <TextInput
        label="Link to the meeting"
        placeholder="https://meet.google.com/abc-defg-hij"
        data-autofocus
        inputMode="url"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...input('link', 'meeting_url')}
        {...link}
      />
      <TextInput
        label="Name of the bot"
        {...input('name', 'bot_name')}
        {...(entered.name.trim() === '' && { error: 'people in the meeting see it: give it one' })}
      />
      <More about="time, recording, picture, chat, language …">
        <MoreSettings of={bot} />
      </More>
    </SideForm>
  );
};
