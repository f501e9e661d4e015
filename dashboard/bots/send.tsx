/** Send a bot: a link is all that it needs; and the same as a program would say it. */
import { Anchor, Button, Collapse, Drawer, Group, NativeSelect, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { CreateBot } from '../../lib/client/generated.ts';
import { recogniseMeetingLink } from '../../lib/domain/meeting/meeting-url.ts';
import { api, RefusedError } from '../api/client.ts';
import { useSession } from '../api/queries.ts';
import { wordsOf } from '../frame/failed.tsx';
import { Rehearse } from './welcome.tsx';
import { platformOf } from './words.ts';

/** With the rules of the room, which few need. */
const OwnScript = lazy(async () => ({ default: (await import('./own-script.tsx')).OwnScript }));

type Format = 'mp4' | 'mp3' | 'none';
interface Form {
  readonly link: string;
  readonly name: string;
  readonly when: string;
  readonly format: Format;
  readonly view: 'speaker_view' | 'gallery_view' | 'speaker_view_no_sidebar';
  readonly greeting: string;
  /** The website that is its voice agent. */
  readonly agent: string;
}

/** What is sent: only what is not as usual. */
const bodyOf = ({ link, name, when, format, view, greeting, agent }: Form): CreateBot => ({
  meeting_url: link.trim(),
  bot_name: name.trim(),
  ...(when && { join_at: new Date(when).toISOString() }),
  ...((format !== 'mp4' || view !== 'speaker_view') && {
    recording_settings: { format, ...(view !== 'speaker_view' && { view }) },
  }),
  ...(greeting.trim() && { bot_chat_message: { to: 'everyone' as const, message: greeting.trim() } }),
  ...(agent.trim() && { voice_agent_settings: { url: agent.trim(), reserve_resources: true } }),
});

const curlOf = (body: CreateBot): string =>
  [
    `curl -X POST ${location.origin}/api/v1/bots \\`,
    `  -H "Authorization: Token $API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
  ].join('\n');

const typeScriptOf = (body: CreateBot): string =>
  [
    "import { meetingBots } from 'meeting-bots/lib/client/index.ts';",
    '',
    `const client = meetingBots('${location.origin}', process.env.API_KEY ?? '');`,
    `const bot = await client.createBot({ body: ${JSON.stringify(body, null, 2)} });`,
  ].join('\n');

const Code = ({ text }: { readonly text: string }) => {
  const { copy, copied } = useClipboard();
  return (
    <Stack gap="xs" pt="sm">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className="code" tabIndex={0}>
        {text}
      </pre>
      <Button variant="default" size="xs" onClick={() => copy(text)} w="fit-content">
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </Stack>
  );
};

/** The sentence under the link while it is typed. */
const useLink = (link: string) => {
  const { meeting_hosts } = useSession();
  if (link.trim() === '')
    return { isKnown: false, says: 'Google Meet, Zoom, Teams, or a host that your operator lists' };
  const found = recogniseMeetingLink(link, meeting_hosts);
  if (!found) return { isKnown: false, error: 'This is not a link to a meeting of a platform that is known here.' };
  return { isKnown: true, says: platformOf(found.url, meeting_hosts) };
};

export const SendBot = ({ close }: { readonly close: () => void }) => {
  const [form, setForm] = useState<Form>({
    link: '',
    name: 'Minutes',
    when: '',
    format: 'mp4',
    view: 'speaker_view',
    greeting: '',
    agent: '',
  });
  const set = (change: Partial<Form>) => setForm((before) => ({ ...before, ...change }));
  const [showsMore, { toggle }] = useDisclosure();
  const [hasScript, openScript] = useDisclosure();
  const { meeting_hosts } = useSession();
  const link = useLink(form.link);
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.createBot({ body: bodyOf(form) }),
    onSuccess: ({ id }) => navigate({ to: '/bots/$id', params: { id } }),
  });
  const errors = error instanceof RefusedError ? (error.problem.errors ?? {}) : {};
  const isReady = link.isKnown && form.name.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) mutate();
  };

  return (
    <Drawer
      opened
      onClose={close}
      title="Send a bot"
      position="right"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
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
          <Anchor component="button" type="button" onClick={toggle} aria-expanded={showsMore} size="sm" w="fit-content">
            {showsMore ? 'Fewer settings' : 'More settings: time, recording, picture, chat, language …'}
          </Anchor>
          <Collapse expanded={showsMore}>
            <Stack>
              <TextInput
                type="datetime-local"
                label="Joins at"
                description="Left empty, it joins now."
                value={form.when}
                onChange={({ currentTarget }) => set({ when: currentTarget.value })}
                error={errors.join_at?.[0]}
              />
              <NativeSelect
                label="Recording"
                value={form.format}
                onChange={({ currentTarget }) => set({ format: currentTarget.value as Format })}
                data={[
                  { value: 'mp4', label: 'Picture and sound (MP4)' },
                  { value: 'mp3', label: 'Sound alone (MP3)' },
                  { value: 'none', label: 'None: the transcript alone' },
                ]}
              />
              <NativeSelect
                label="Layout of the picture"
                disabled={form.format !== 'mp4'}
                value={form.view}
                onChange={({ currentTarget }) => set({ view: currentTarget.value as Form['view'] })}
                data={[
                  { value: 'speaker_view', label: 'Whoever speaks, others beside' },
                  { value: 'speaker_view_no_sidebar', label: 'Whoever speaks' },
                  { value: 'gallery_view', label: 'Everybody' },
                ]}
              />
              <TextInput
                label="Message in the chat, once it has joined"
                value={form.greeting}
                onChange={({ currentTarget }) => set({ greeting: currentTarget.value })}
                error={errors['bot_chat_message.message']?.[0]}
              />
              <TextInput
                label="Website as its camera (voice agent)"
                description="Seen and heard in the meeting. You can change it while the bot is there."
                placeholder="https://example.com/agent"
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                value={form.agent}
                onChange={({ currentTarget }) => set({ agent: currentTarget.value })}
                error={errors['voice_agent_settings.url']?.[0]}
              />
            </Stack>
          </Collapse>
          {error && (
            <Text role="alert" c="var(--mantine-color-error)">
              {wordsOf(error)}
            </Text>
          )}
          <Button type="submit" loading={isPending} disabled={!isReady}>
            {form.when ? 'Schedule the bot' : 'Send it now'}
          </Button>
        </Stack>
      </form>
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
          <Code text={curlOf(bodyOf(form))} />
        </Tabs.Panel>
        <Tabs.Panel value="typescript">
          <Code text={typeScriptOf(bodyOf(form))} />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  );
};
