/** What a bot can be told to show in its meeting: a video, or another website. Folded away, as few need it. */
import {
  Button,
  Checkbox,
  Collapse,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bot } from '../../../lib/client/generated.ts';
import { api } from '../../api/client.ts';
import { Refused } from '../../frame/failed.tsx';
import { useForm } from '../../look/forms/use-form.ts';
import { type Details, detailsKey, useDetails } from '../details.ts';

const Video = ({ bot, playing }: { readonly bot: Bot; readonly playing: Details['output_video'] }) => {
  const [loop, setLoop] = useState(false);
  const { input, form, button, refusal } = useForm(
    { url: '' },
    {
      send: ({ url }) => api.outputVideo({ path: { object_id: bot.id }, body: { url: url.trim(), loop } }),
      shownIn: detailsKey(bot.id),
    },
  );
  if (playing)
    return (
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        {playing.started_at ? 'Playing' : 'About to play'} {playing.url}
        {playing.loop ? ', again and again.' : '.'}
      </Text>
    );
  return (
    <form {...form}>
      <Stack gap="xs">
        <TextInput
          label="Play a video"
          description="An MP4 of at most 100 MB: everybody in the meeting sees and hears it."
          placeholder="https://example.com/welcome.mp4"
          inputMode="url"
          {...input('url')}
        />
        <Refused error={refusal} />
        <Group justify="space-between">
          <Checkbox
            label="Again and again"
            checked={loop}
            onChange={({ currentTarget }) => setLoop(currentTarget.checked)}
          />
          <Button {...button} variant="default">
            Play it
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

type Output = 'url' | 'screenshare_url';

const Agent = ({ bot, agent }: { readonly bot: Bot; readonly agent: Details['voice_agent_settings'] }) => {
  const shown = agent?.url ?? agent?.screenshare_url;
  const client = useQueryClient();
  const [output, setOutput] = useState<Output>('url');
  const show = (change: Partial<Record<Output, string>>) =>
    api.updateVoiceAgentSettings({ path: { object_id: bot.id }, body: change });
  const shownIn = detailsKey(bot.id);
  const { input, form, button, refusal } = useForm(
    { url: '' },
    { send: ({ url }) => show({ [output]: url.trim() }), shownIn, fields: [output] },
  );
  const off = useMutation({
    mutationFn: () => show(agent?.url ? { url: '' } : { screenshare_url: '' }),
    onSettled: () => client.invalidateQueries({ queryKey: shownIn }),
  });
  if (!agent?.reserve_resources && !shown)
    return (
      <Text size="sm" className="quiet">
        This bot was sent without a voice agent, so it cannot show a website. Choose one when you send the next.
      </Text>
    );
  return (
    <form {...form}>
      <Stack gap="xs">
        <TextInput
          label="Voice agent"
          description={shown ? `It shows ${shown}` : 'A website that is seen and heard in the meeting.'}
          placeholder="https://example.com/agent"
          inputMode="url"
          {...input('url', output)}
          styles={{ description: { overflowWrap: 'anywhere' } }}
        />
        <Refused error={off.error ?? refusal} />
        <Group justify="space-between" wrap="nowrap">
          <NativeSelect
            aria-label="Where it is seen"
            value={output}
            onChange={({ currentTarget }) => setOutput(currentTarget.value as Output)}
            data={[
              { value: 'url', label: 'As its camera' },
              { value: 'screenshare_url', label: 'As a shared screen' },
            ]}
          />
          <Group gap="xs" wrap="nowrap">
            {shown && (
              <Button variant="default" loading={off.isPending} onClick={() => off.mutate()}>
                Turn it off
              </Button>
            )}
            <Button {...button} variant="default">
              Show it
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
};

/** For a bot that is in its meeting. */
export const Show = ({ bot }: { readonly bot: Bot }) => {
  const [isOpen, { toggle }] = useDisclosure();
  const details = useDetails(bot.id, isOpen);
  return (
    <Paper className="raised" p="md" component="section" aria-label="Show something in the meeting">
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} className="fold">
        {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />} Show something in the meeting
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {details && (
          <Stack pt="md" gap="lg">
            <Video bot={bot} playing={details.output_video} />
            <Agent bot={bot} agent={details.voice_agent_settings} />
          </Stack>
        )}
      </Collapse>
    </Paper>
  );
};
